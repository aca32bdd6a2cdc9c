package tensor_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// Random programs: expressions, views, in-place writes, reads, releases and collections
// in any order must give what an interpreter gives that computes everything at once.

func TestRandomProgramsMatchANaiveInterpreter(t *testing.T) {
	devicetest.OneGoroutine(t)
	everywhere(t, func(t *testing.T, d device.Device) {
		n := uint64(programs(t))
		if d.Info().Kind != device.CPU {
			n /= 20 // most of the time would go into compiling shaders
		}
		for seed := range n {
			runProgram(t, d, seed, randomBytes(seed, 600))
		}
	})
}

func TestRandomProgramsMatchOnADeviceThatBindsFewBuffers(t *testing.T) {
	devicetest.OneGoroutine(t)
	d := newRecorder()
	d.info.Limits.Buffers = 4
	on(t, d)
	for seed := range uint64(programs(t) / 2) {
		runProgram(t, d, seed, randomBytes(seed, 600))
	}
	require.LessOrEqual(t, d.mostOperands(), 4)
}

// A write to a small part of a large storage first computes what reads small parts.
func TestRandomProgramsMatchOnPartsOfLargeStorages(t *testing.T) {
	d := cpu.New()
	on(t, d)
	for seed := range uint64(programs(t) / 2) {
		p := newPlayer(t, d, seed, randomBytes(seed, 600))
		p.large = true
		p.run()
	}
}

func programs(t *testing.T) int {
	if tensor.Slowed {
		return 40
	}
	return rounds(400)
}

func randomBytes(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 7))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// player runs a program of bytes on tensors and on models side by side.
type player struct {
	*testing.T
	seed    uint64
	dice    []byte
	dtypes  []tensor.DType
	rows    []*op.Op
	tensors []*tensor.Tensor
	models  []model
	large   bool // new tensors are small parts of large storages
}

func runProgram(t *testing.T, d device.Device, seed uint64, program []byte) {
	newPlayer(t, d, seed, program).run()
}

func newPlayer(t *testing.T, d device.Device, seed uint64, program []byte) *player {
	p := &player{T: t, seed: seed, dice: program, dtypes: d.Info().DTypes.List()}
	for _, o := range programRows() {
		if exact(o) {
			p.rows = append(p.rows, o)
		}
	}
	return p
}

func (p *player) run() {
	steps := []func(){p.make, p.apply, p.apply, p.apply, p.apply, p.view, p.view, p.inPlace, p.inPlace,
		p.assign, p.fill, p.convert, p.clone, p.read, p.release, p.drop}
	p.make()
	for len(p.dice) > 0 {
		steps[p.roll(len(steps))]()
	}
	for i := range p.tensors {
		p.compare(i)
	}
}

// programRows are the rows of random programs, with the rows that replace them where parameters are
// given. Rows that tell one NaN from another are left out: devices may choose which NaN arithmetic
// gives.
func programRows() (rows []*op.Op) {
	for _, o := range op.All() {
		if o.Rule == op.Retype || o == op.Signbit || o == op.Copysign {
			continue
		}
		if rows = append(rows, o); o.With != nil {
			rows = append(rows, o.With)
		}
	}
	return rows
}

// exact reports whether every step of the operation has one right answer.
func exact(o *op.Op) bool {
	if o.As == nil || o.Tol != op.Exact {
		return o.Tol == op.Exact
	}
	dt := tensor.Float32
	if !o.Defined(dt) {
		dt = tensor.Int32
	}
	return op.Steps(exactness{}, o, dt, []bool{true, true, true, true, true})
}

// exactness is an op.Maker whose values tell whether all their steps are exact.
type exactness struct{}

func (exactness) Scalar(tensor.DType, op.Scalar) bool { return true }
func (exactness) Known(bool) (op.Scalar, bool)        { return 0, false }
func (exactness) Apply(o *op.Op, _ tensor.DType, args []bool) bool {
	return exact(o) && !slices.Contains(args, false)
}

func (p *player) roll(n int) int {
	if len(p.dice) == 0 {
		return 0
	}
	b := p.dice[0]
	p.dice = p.dice[1:]
	return int(b) % n
}

func pick[T any](p *player, list []T) T { return list[p.roll(len(list))] }

func (p *player) add(t *tensor.Tensor, m model) {
	p.Helper()
	require.NoError(p, t.Err(), "seed %d", p.seed)
	p.tensors, p.models = append(p.tensors, t), append(p.models, m)
}

func (p *player) compare(i int) {
	p.Helper()
	require.NoError(p, differ(p.tensors[i], p.models[i]), "seed %d, tensor %d", p.seed, i)
}
