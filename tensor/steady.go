package tensor

import "github.com/wgtensor/wgtensor/tensor/internal/graph"

// steady returns what a call of several steps makes of tensors, and lets it read one state of each. If another
// goroutine has written to one of them meanwhile, the call begins again.
func steady(of func() *Tensor, ts ...*Tensor) *Tensor {
	var room [4]*graph.Version
	for {
		states := room[:0]
		for _, t := range ts {
			states = append(states, t.storage.Load().Acquire()) // no write in place changes it until Let
		}
		result, same := of(), true
		for i, t := range ts {
			now, _ := t.storage.Load().Version()
			same = same && now == states[i]
			states[i].Let()
		}
		if same {
			return result
		}
		result.Release()
	}
}
