package tensor_test

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
)

// functions are the functions of the package. Generic ones are there for one element type.
var functions = map[string]any{
	"FromSlice": tensor.FromSlice[float32], "FromBytes": tensor.FromBytes, "Full": tensor.Full[int64], "Zeros": tensor.Zeros, "Ones": tensor.Ones,
	"Arange": tensor.Arange[float64], "Linspace": tensor.Linspace[float32], "BroadcastShapes": tensor.BroadcastShapes, "Scalar": tensor.Scalar[int8],
	"FromFloat32s": tensor.FromFloat32s, "BroadcastTensors": tensor.BroadcastTensors, "Where": tensor.Where, "Apply": tensor.Apply,
	"ApplyInPlace": tensor.ApplyInPlace, "ResultType": tensor.ResultType, "PromoteTypes": tensor.PromoteTypes, "ParseDType": tensor.ParseDType,
	"Data": tensor.Data[float32], "Item": tensor.Item[float32], "Eval": tensor.Eval, "Warmup": tensor.Warmup, "Explain": tensor.Explain, "Graph": tensor.Graph,
	"DefaultDevice": tensor.DefaultDevice, "WithData": tensor.WithData[float32],
	"FromReader": tensor.FromReader, "FromReaderOn": tensor.FromReaderOn, "ReadInto": tensor.ReadInto[float32],
	"FromSliceOn": tensor.FromSliceOn[int], "FromBytesOn": tensor.FromBytesOn, "FullOf": tensor.FullOf,
	"FromNested": tensor.FromNested, "AllClose": tensor.AllClose, "AllCloseContext": tensor.AllCloseContext, "S": tensor.S, "ToNested": tensor.ToNested[[][]float32], "FromError": tensor.FromError,
	"Compile": tensor.Compile(chain8).Call, "Num": tensor.Num, "Reduce": tensor.Reduce, "Eye": tensor.Eye,
	"Concat": tensor.Concat, "Stack": tensor.Stack, "Constant": tensor.Constant, "Einsum": tensor.Einsum,
	"ZerosLike": tensor.ZerosLike, "OnesLike": tensor.OnesLike, "EmptyLike": tensor.EmptyLike, "FullLike": tensor.FullLike,
	"Hstack": tensor.Hstack, "Vstack": tensor.Vstack, "Meshgrid": tensor.Meshgrid, "Logspace": tensor.Logspace[float32], "Lexsort": tensor.Lexsort,
	"CanCast": tensor.CanCast, "Finfo": tensor.Finfo, "Iinfo": tensor.Iinfo, "Isdtype": tensor.Isdtype,
	"NewKey": tensor.NewKey, "Recording": tensor.Recording,
}

// global concern the whole program, and take no sizes.
var global = []string{"SetDefaultDevice", "OnBroadcastWarning", "Profile"}

// hostileInts are sizes, axes, strides, indices and steps that overflow something.
var hostileInts = []int{-1, -2, 3, math.MaxInt, math.MaxInt - 1, math.MinInt, math.MinInt + 1, math.MaxInt/2 + 1, math.MaxInt / 4}

func hostileLists() [][]int {
	const huge = math.MaxInt/2 + 1
	return [][]int{nil, {}, {huge}, {huge, huge}, {3, huge}, {-1, -1}, {-2, 3}, {math.MinInt, math.MinInt}, {0, huge, huge}, {math.MaxInt, 2},
		slices.Repeat([]int{2}, 64), slices.Repeat([]int{-1}, 64), slices.Repeat([]int{huge}, 64), slices.Repeat([]int{9}, 1000), {0, 1, math.MinInt}}
}

// hostileValues are arguments of a type.
func hostileValues(t *testing.T, of reflect.Type, xs []*tensor.Tensor) (values []any) {
	switch of {
	case reflect.TypeFor[int]():
		for _, v := range hostileInts {
			values = append(values, v)
		}
	case reflect.TypeFor[[]int]():
		for _, v := range hostileLists() {
			values = append(values, v)
		}
	case reflect.TypeFor[[][]int]():
		return []any{hostileLists(), hostileLists()[2:4], hostileLists()[:3]}
	case reflect.TypeFor[*tensor.Tensor](), reflect.TypeFor[any]():
		for _, x := range xs {
			values = append(values, x)
		}
		if of.Kind() == reflect.Interface {
			values = append(values, math.MaxInt, math.Inf(-1), "what", nil, []int{0, math.MinInt})
		}
	case reflect.TypeFor[[]*tensor.Tensor]():
		return []any{xs, xs[:1], []*tensor.Tensor{}}
	case reflect.TypeFor[[]any]():
		return []any{[]any{xs[0], xs[1]}, []any{math.MinInt, xs[2]}, []any{}}
	case reflect.TypeFor[tensor.DType]():
		return []any{tensor.Float64, tensor.Bool, tensor.DType(0), tensor.DType(200)}
	case reflect.TypeFor[tensor.ScatterMode]():
		return []any{tensor.ScatterMean, tensor.ScatterMin, tensor.ScatterMode(200)}
	case reflect.TypeFor[tensor.Indexing]():
		return []any{tensor.IJ, tensor.XY, tensor.Indexing(-7)}
	case reflect.TypeFor[[]tensor.DTypeKind]():
		return []any{[]tensor.DTypeKind{}, []tensor.DTypeKind{tensor.KindNumeric, "what"}}
	case reflect.TypeFor[tensor.Side]():
		return []any{tensor.Left, tensor.Right, tensor.Side(9)}
	case reflect.TypeFor[tensor.ConvolveMode]():
		return []any{tensor.ConvolveFull, tensor.ConvolveSame, tensor.ConvolveMode(99)}
	case reflect.TypeFor[tensor.QuantileMethod]():
		return []any{tensor.Linear, tensor.Nearest, tensor.QuantileMethod(99)}
	case reflect.TypeFor[[]tensor.Order]():
		return []any{[]tensor.Order{}, []tensor.Order{tensor.Descending}, []tensor.Order{9}, []tensor.Order{0, 1}}
	case reflect.TypeFor[[]float64]():
		return []any{[]float64{}, []float64{.3}, []float64{0, 1, .5}, []float64{math.NaN()}, []float64{math.Inf(1), 2}}
	case reflect.TypeFor[bool]():
		return []any{true, false}
	case reflect.TypeFor[string]():
		return []any{"add", "", "\xff"}
	case reflect.TypeFor[tensor.Over]():
		return []any{xs[0].Along(0, math.MinInt).Keep(), xs[1].Along().NoAxes(), xs[2].Along(0).Correction(math.NaN()), tensor.Over{}}
	case reflect.TypeFor[tensor.Padding]():
		return []any{tensor.Reflect, tensor.Replicate, tensor.Circular, tensor.Constant("what"), tensor.Constant(math.Inf(-1)), tensor.Padding{}}
	case reflect.TypeFor[[]float32]():
		return []any{[]float32{1}, []float32(nil)}
	case reflect.TypeFor[[]byte]():
		return []any{[]byte{1, 2, 3}, []byte(nil)}
	case reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[int64](), reflect.TypeFor[int8](), reflect.TypeFor[uint64]():
		for _, v := range []float64{math.Inf(1), math.NaN(), -1e300, 1e-300, 0} {
			values = append(values, reflect.ValueOf(v).Convert(of).Interface())
		}
	case reflect.TypeFor[error]():
		return []any{io.EOF, nil}
	case reflect.TypeFor[func([]float32) error]():
		return []any{func([]float32) error { return io.EOF }, (func([]float32) error)(nil)}
	case reflect.TypeFor[io.Reader]():
		return []any{strings.NewReader("abcd"), silent{strings.NewReader("abcd")}, nil}
	case reflect.TypeFor[io.Writer]():
		return []any{io.Discard, nil}
	case reflect.TypeFor[fmt.State]():
		return []any{state{flags: "+-# 0"}, state{width: 9, flags: "-"}}
	case reflect.TypeFor[rune]():
		return []any{'v', 'd', 's', 'q', 'T', rune(0), rune(-1), '%'}
	case reflect.TypeFor[context.Context]():
		return []any{context.Background()}
	default:
		if of.Name() == "Device" {
			return []any{tensor.DefaultDevice()}
		}
		require.Failf(t, "no hostile arguments", "of type %v", of)
	}
	return values
}

// state is what fmt gives a Formatter.
type state struct {
	width int
	flags string
}

func (s state) Write(b []byte) (int, error) { return len(b), nil }
func (s state) Width() (int, bool)          { return s.width, s.width > 0 }
func (s state) Precision() (int, bool)      { return s.width, s.width > 0 }
func (s state) Flag(c int) bool             { return strings.ContainsRune(s.flags, rune(c)) }

// Every function and method takes hostile arguments in many combinations, also with tame
// ones: none panics, and none takes memory for impossible sizes.
func TestEveryFunctionTakesHostileSizes(t *testing.T) {
	calls := map[string]reflect.Value{}
	for name, f := range functions {
		calls[name] = reflect.ValueOf(f)
	}
	methods := reflect.TypeFor[*tensor.Tensor]()
	for i := range methods.NumMethod() {
		calls["Tensor."+methods.Method(i).Name] = methods.Method(i).Func
	}
	for i, name := range slices.Sorted(maps.Keys(calls)) {
		t.Run(name, func(t *testing.T) {
			f, r := calls[name], rand.New(rand.NewPCG(1, uint64(i)))
			for iteration := range rounds(25) {
				args := hostileArguments(t, r, f.Type())
				// What a first call makes once, such as the memory of a kernel, does not count.
				var errs []error
				assert.NotPanics(t, func() { errs = call(f, args) }, "iteration %d", iteration)
				for _, err := range errs {
					assert.NotContains(t, strings.TrimPrefix(err.Error(), "tensor: "), "tensor: ", "it names two calls")
				}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				assert.NotPanics(t, func() { call(f, args) }, "iteration %d, again", iteration)
				runtime.ReadMemStats(&after)
				if !tensor.Slowed { // under the race detector a sync.Pool forgets some of what it gets
					assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), "bytes, iteration %d", iteration)
				}
				assert.Equal(t, before.NumForcedGC, after.NumForcedGC, "a collection, iteration %d", iteration)
			}
		})
	}
}

// hostileArguments picks one of each parameter's.
func hostileArguments(t *testing.T, r *rand.Rand, f reflect.Type) (args []reflect.Value) {
	xs := []*tensor.Tensor{iota32(6, 2, 3), tensor.Ones(tensor.Uint8, 1).BroadcastTo(math.MaxInt), tensor.Zeros(tensor.Int64, 0, 3), nil, {}}
	for i := range f.NumIn() {
		arg := reflect.New(f.In(i)).Elem()
		values := hostileValues(t, f.In(i), xs)
		if v := values[r.IntN(len(values))]; v != nil {
			arg.Set(reflect.ValueOf(v))
		}
		args = append(args, arg)
	}
	return args
}

func TestNoFunctionIsLeftOutOfThoseThatTakeHostileSizes(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	var exported []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		require.NoError(t, err)
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.IsExported() {
				exported = append(exported, d.Name.Name)
			}
		}
	}
	assert.ElementsMatch(t, exported, append(slices.Collect(maps.Keys(functions)), global...))
}

// call calls a function, and computes the tensors that it gives. It returns their errors. A reduction may read as many elements
// as a view has, which no memory bounds, so the time is bounded.
func call(f reflect.Value, args []reflect.Value) (errs []error) {
	results := f.Call
	if f.Type().IsVariadic() {
		results = f.CallSlice
	}
	for _, r := range results(args) {
		if err, ok := r.Interface().(error); ok {
			errs = append(errs, err)
		}
		x, ok := r.Interface().(*tensor.Tensor)
		if !ok || x == nil {
			continue
		}
		if err := x.Err(); err != nil {
			errs = append(errs, err)
		} else {
			_ = fmt.Sprint(x.Shape(), x.Strides(), x.Len())
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
			if tensor.Eval(ctx, x) == nil {
				_, _ = x.Bytes()
			}
			cancel()
		}
	}
	return errs
}
