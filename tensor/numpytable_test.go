package tensor_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/nn"
	"github.com/wgtensor/wgtensor/tensor/random"
)

// line is a line of NUMPY.md: NumPy's, PyTorch's (empty if it is NumPy's with torch for np), and ours,
// whose text the test takes from this file.
type line struct {
	numpy, torch string
	ours         any
}

// part is a heading and its lines.
type part struct {
	title string
	lines []line
}

// numpyTable has the lines by their headings. Each is compiled, and runs without an error.
func numpyTable() []part {
	x := tensor.Arange[float32](0, 12, 1).Reshape(3, 4)
	y := tensor.Ones(tensor.Float32, 3, 4)
	w := tensor.Ones(tensor.Float32, 4, 2)
	v := tensor.FromSlice([]float32{1, 2, 3, 4})
	i := tensor.FromSlice([]int64{2, 0, 2})
	mask := x.Gt(5)
	labels := tensor.FromSlice([]int64{0, 1, 0})
	key := tensor.NewKey(0)
	return []part{
		{"Making", []line{
			{"np.array([[1., 2.], [3., 4.]], np.float32)", "torch.tensor([[1., 2.], [3., 4.]])", tensor.FromSlice([]float32{1, 2, 3, 4}, 2, 2)},
			{"np.zeros((2, 3), np.float32)", "torch.zeros(2, 3)", tensor.Zeros(tensor.Float32, 2, 3)},
			{"np.ones_like(x)", "", tensor.OnesLike(x)},
			{"np.full((2, 3), 7, np.int32)", "torch.full((2, 3), 7, dtype=torch.int32)", tensor.Full[int32](7, 2, 3)},
			{"np.arange(0, 10, 2)", "", tensor.Arange(0, 10, 2)},
			{"np.linspace(0, 1, 5)", "", tensor.Linspace(0.0, 1, 5)},
			{"np.eye(3)", "", tensor.Eye(tensor.Float64, 3, 3)},
			{"rng.standard_normal((2, 3), np.float32)", "torch.randn(2, 3)", random.Normal(key, tensor.Float32, 2, 3)},
			{"rng.random((2, 3), np.float32)", "torch.rand(2, 3)", random.Uniform(key, tensor.Float32, 2, 3)},
			{"rng.gamma(2, size=(2, 3))", "", random.Gamma(key, 2, tensor.Float64, 2, 3)},
			{"rng.poisson(3, (2, 3))", "", random.Poisson(key, 3, tensor.Int64, 2, 3)},
			{"rng.binomial(10, .3, (2, 3))", "", random.Binomial(key, 10, .3, tensor.Int64, 2, 3)},
			{"", "torch.distributions.Categorical(logits=x).sample()", random.Categorical(key, x, -1)},
		}},
		{"Shape and views", []line{
			{"x.shape", "", x.Shape()},
			{"x.reshape(2, -1)", "", x.Reshape(2, -1)},
			{"x.T", "", x.T()},
			{"x.swapaxes(0, 1)", "x.transpose(0, 1)", x.Transpose(0, 1)},
			{"np.moveaxis(x, 0, -1)", "x.movedim(0, -1)", x.Moveaxis(0, -1)},
			{"x[None]", "x.unsqueeze(0)", x.Unsqueeze(0)},
			{"np.broadcast_to(v, (3, 4))", "v.expand(3, -1)", v.BroadcastTo(3, 4)},
			{"x[1, ::2]", "", x.At(1, tensor.S(0, tensor.End, 2))},
			{"x[..., -1]", "", x.At(tensor.Ellipsis, -1)},
			{"x[::-1]", "x.flip(0)", x.Flip(0)},
			{"np.diagonal(x)", "x.diagonal()", x.Diagonal(0, 1, 0)},
			{"sliding_window_view(v, 3)", "v.unfold(0, 3, 1)", v.Windows(0, 3, 1)},
		}},
		{"Arithmetic", []line{
			{"x * 2 + v", "", x.Mul(2).Add(v)},
			{"x / y, x // y, x % y", "", []*tensor.Tensor{x.Div(y), x.FloorDivide(y), x.Remainder(y)}},
			{"np.maximum(x, 0)", "torch.relu(x)", x.Maximum(0)},
			{"np.clip(x, 0, 6)", "x.clamp(0, 6)", x.Clamp(0, 6)},
			{"np.where(x > 5, x, 0)", "", tensor.Where(x.Gt(5), x, 0)},
			{"x.astype(np.float64)", "x.double()", x.AsType(tensor.Float64)},
			{"x += 1", "x.add_(1)", y.AddInPlace(1)},
			{"x[:] = 0", "x.zero_()", y.Fill(0)},
			{"scipy.special.erfinv(y)", "y.erfinv()", y.Erfinv()},
			{"scipy.special.xlog1py(x, y)", "torch.special.xlog1py(x, y)", x.Xlog1py(y)},
			{"np.isclose(x, y).all()", "", x.Isclose(y).All()},
		}},
		{"Reductions and scans", []line{
			{"x.sum()", "", x.Sum()},
			{"x.mean(axis=0)", "x.mean(0)", x.Mean(0)},
			{"x.max(axis=-1, keepdims=True)", "x.amax(-1, keepdim=True)", x.Along(-1).Keep().Max()},
			{"x.std(axis=0, ddof=1)", "x.std(0)", x.Along(0).Correction(1).Std()},
			{"x.argmax(axis=1)", "x.argmax(1)", x.Argmax(1)},
			{"(x > 5).any()", "", x.Gt(5).Any()},
			{"np.nanmean(x, axis=0)", "x.nanmean(0)", x.Nanmean(0)},
			{"np.cov(x)", "", x.Cov()},
			{"np.corrcoef(x)", "", x.Corrcoef()},
			{"np.linalg.norm(x, axis=1)", "x.norm(dim=1)", x.Norm(1)},
			{"scipy.special.softmax(x, axis=1)", "x.softmax(1)", x.Softmax(1)},
			{"np.cumsum(x, axis=1)", "x.cumsum(1)", x.Cumsum(1)},
			{"np.diff(v)", "v.diff()", v.Diff(0, 1)},
			{"np.median(x, axis=0)", "x.quantile(.5, 0)", x.Median(0)},
			{"np.nanquantile(x, [.1, .9], axis=0)", "x.nanquantile(torch.tensor([.1, .9]), 0)", x.Nanquantile(0, .1, .9)},
		}},
		{"Products", []line{
			{"x @ w", "", x.Matmul(w)},
			{"np.vdot(v, v)", "v.dot(v)", v.Vecdot(0, v)},
			{"np.einsum('ij,jk->ik', x, w)", "", tensor.Einsum("ij,jk->ik", x, w)},
			{"np.outer(v, v)", "", v.Outer(v)},
			{"np.convolve(v, v, 'same')", "F.conv1d(v[None], v.flip(0)[None, None], padding=2)[0, :4]", v.Convolve(v, tensor.ConvolveSame)},
			{"np.correlate(v, v, 'full')", "F.conv1d(v[None], v[None, None], padding=3)[0]", v.Convolve(v.Flip(), tensor.ConvolveFull)},
		}},
		{"Indexing by arrays", []line{
			{"x[i]", "", x.At(i)},
			{"np.take(x, i, axis=0)", "x.index_select(0, i)", x.Take(0, i)},
			{"np.take_along_axis(x, j, 1)", "x.gather(1, j)", x.TakeAlongAxis(1, x.Argsort(1))},
			{"x[x > 5]", "", x.At(mask)},
			{"x[x > 5] = 0", "", x.Clone().SetAt(0, mask)},
			{"np.argwhere(x)", "x.nonzero()", x.Argwhere()},
			{"np.add.at(x, i, y)", "x.index_add(0, i, y)", x.IndexAdd(0, i, y)},
			{"np.maximum.at(x, i, y)", "x.index_reduce(0, i, y, 'amax')", x.ScatterReduce(0, i.Unsqueeze(1).BroadcastTo(3, 4), y, tensor.ScatterMax, true)},
			{"np.searchsorted(v, x)", "", v.Searchsorted(x, tensor.Left)},
			{"np.isin(i, i)", "", i.Isin(i)},
			{"np.bincount(i)", "", i.Bincount(0)},
			{"np.histogram(x, 5, (0, 10))", "torch.histogram(x, 5, range=(0, 10))", results(x.Histogram(5, 0, 10))},
			{"np.histogram(x, v)[0]", "torch.histogram(x, v).hist", x.HistogramBy(v)},
			{"np.histogram2d(v, v, [v, v])[0]", "torch.histogramdd(torch.stack([v, v], -1), [v, v]).hist", tensor.Stack(-1, v, v).HistogramBy(v, v)},
		}},
		{"Joining and sorting", []line{
			{"np.concatenate([x, y])", "torch.cat([x, y])", tensor.Concat(0, x, y)},
			{"np.stack([x, y], axis=1)", "torch.stack([x, y], 1)", tensor.Stack(1, x, y)},
			{"np.pad(x, ((0, 0), (1, 1)))", "F.pad(x, (1, 1))", x.Pad(1, 1, 1, tensor.Constant(0))},
			{"np.roll(x, 1, axis=0)", "x.roll(1, 0)", x.Roll(0, 1)},
			{"np.tile(v, (3, 2))", "v.tile(3, 2)", v.Tile(3, 2)},
			{"np.repeat(x, 2, axis=0)", "x.repeat_interleave(2, 0)", x.Repeat(0, 2)},
			{"np.sort(x, axis=1)", "x.sort(1).values", x.Sort(1)},
			{"np.argsort(-x, stable=True)", "x.argsort(descending=True, stable=True)", x.Argsort(-1, tensor.Descending)},
			{"np.unique(i)", "i.unique()", i.UniqueValues()},
		}},
		{"Neural networks", []line{
			{"", "F.conv_transpose1d(x, w[:3, None], stride=2)", nn.ConvTranspose1d(x, w.Slice(0, 0, 3, 1).Unsqueeze(1), nil, nn.ConvTransposeOptions{Stride: []int{2}})},
			{"", "F.interpolate(x[None], 8, mode='linear')", nn.Interpolate(x.Unsqueeze(0), []int{8}, nn.InterpolateOptions{Mode: nn.InterpolateLinear})},
			{"", "F.layer_norm(x, (4,))", nn.LayerNorm(x, []int{4}, nil, nil, 1e-5)},
			{"", "F.cross_entropy(x, labels)", nn.CrossEntropy(x, labels)},
			{"", "F.nll_loss(x.log_softmax(1), labels)", nn.NLLLoss(x.LogSoftmax(1), labels)},
		}},
	}
}

func TestEveryLineOfTheTableForNumPyAndPyTorchRuns(t *testing.T) {
	for _, part := range append(numpyTable(), part{"Array API", arrayAPINames()}) {
		for _, l := range part.lines {
			t.Run(part.title+"/"+l.numpy+l.torch, func(t *testing.T) {
				switch got := l.ours.(type) {
				case *tensor.Tensor:
					assert.NoError(t, tensor.Eval(t.Context(), got))
				case []*tensor.Tensor:
					assert.NoError(t, tensor.Eval(t.Context(), got...))
				case error:
					t.Error(got)
				}
			})
		}
	}
}

func TestTheTableForNumPyMatchesTheRowsOfItsTest(t *testing.T) {
	const file = "NUMPY.md"
	var text strings.Builder
	text.WriteString("# From NumPy and PyTorch\n\n<!-- made by go generate from numpytable_test.go -->\nx and y have shape [3 4], w [4 2], v [4]; i has integers.\n" +
		"An empty cell of PyTorch is NumPy's line with torch for np.\n")
	ours := linesOfSource(t, "numpytable_test.go")
	for _, part := range numpyTable() {
		text.WriteString("\n## " + part.title + "\n\n| NumPy | PyTorch | wgtensor |\n| --- | --- | --- |\n")
		for _, l := range part.lines {
			text.WriteString("| " + code(l.numpy) + "| " + code(l.torch) + "| " + code(ours[0]) + "|\n")
			ours = ours[1:]
		}
	}
	text.WriteString("\n## The names of the Python Array API 2024.12\n\n| Array API | wgtensor |\n| --- | --- |\n")
	ours = linesOfSource(t, "arrayapinames_test.go")
	for k, l := range arrayAPINames() {
		text.WriteString("| " + code(l.numpy) + "| " + code(ours[k]) + "|\n")
	}
	if *generate {
		require.NoError(t, os.WriteFile(file, []byte(text.String()), 0o644))
	}
	got, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, text.String(), string(got), "NUMPY.md is out of date; run go generate ./...")
}

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(s, "|", "\\|") + "` "
}

// linesOfSource returns the third expression of each line of a file's table.
func linesOfSource(t *testing.T, file string) (all []string) {
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, source, 0)
	require.NoError(t, err)
	ast.Inspect(f, func(n ast.Node) bool {
		list, ok := n.(*ast.CompositeLit)
		if !ok || list.Type == nil {
			return true
		}
		of, ok := list.Type.(*ast.ArrayType)
		if !ok {
			return true
		}
		if name, ok := of.Elt.(*ast.Ident); !ok || name.Name != "line" {
			return true
		}
		for _, e := range list.Elts {
			x := e.(*ast.CompositeLit).Elts[2]
			if call, ok := x.(*ast.CallExpr); ok {
				if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "results" {
					x = call.Args[0]
				}
			}
			all = append(all, string(source[set.Position(x.Pos()).Offset:set.Position(x.End()).Offset]))
		}
		return false
	})
	return all
}
