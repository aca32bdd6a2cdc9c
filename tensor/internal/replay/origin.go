package replay

import (
	"slices"

	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// origin is what may have made elements wrong: launches that may have an index error, and inputs of the
// plan. The numbers are ascending.
type origin struct{ launches, inputs []int }

func (o *origin) add(other origin) {
	o.launches, o.inputs = union(o.launches, other.launches), union(o.inputs, other.inputs)
}

func union(a, b []int) []int {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// origins finds the origins of results and of written inputs.
func (p *Plan) origins(inputs []standIn, results []*graph.Storage) error {
	of := map[*symbol]*origin{}
	find := func(s *symbol) *origin {
		if of[s] == nil {
			of[s] = &origin{}
		}
		return of[s]
	}
	for k := range inputs {
		find(inputs[k].version.Buffer().(*symbol)).inputs = []int{k}
	}
	for i := range p.launches {
		l := &p.launches[i]
		for k := range l.Out {
			made := origin{}
			if l.fault != nil {
				made.launches = []int{i}
			}
			for _, n := range fuse.Inputs(l.Program, k) {
				if s := symbolOf(l.In[n]); s != nil {
					made.add(*find(s))
				}
			}
			find(symbolOf(l.Out[k])).add(made) // an earlier launch may have written other elements
		}
	}
	for i, s := range results {
		v, err := s.Version()
		if err != nil {
			return err
		}
		p.results[i].origin = *find(v.Buffer().(*symbol))
	}
	for k := range inputs {
		if in := &p.inputs[k]; in.written() {
			in.origin = *find(in.made)
			in.made = nil
		}
	}
	return nil
}

// faultsOf returns the faults of a run that an origin names.
func (s *state) faultsOf(o *origin) (all graph.Faults) {
	if !s.doubtful {
		return nil
	}
	for _, k := range o.inputs {
		if v := s.held[k]; v != nil {
			all = all.Add(v.Faults())
		}
	}
	for _, i := range o.launches {
		if f := s.faults[i]; f != nil {
			all = all.Add(graph.Faults{f})
		}
	}
	return all
}
