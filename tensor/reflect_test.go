package tensor_test

import (
	"reflect"
	"strings"

	"github.com/wgtensor/wgtensor/tensor"
)

// inPlaceByName has the in-place method of every operation that has one.
var inPlaceByName = func() map[string]func(*tensor.Tensor, []any) error {
	methods := map[string]func(*tensor.Tensor, []any) error{}
	all := reflect.TypeFor[*tensor.Tensor]()
	for i := range all.NumMethod() {
		m := all.Method(i)
		name, ok := strings.CutSuffix(m.Name, "InPlace")
		if !ok {
			continue
		}
		methods[name] = func(t *tensor.Tensor, rest []any) error {
			args := []reflect.Value{reflect.ValueOf(t)}
			for _, x := range rest {
				v := reflect.New(reflect.TypeFor[any]()).Elem()
				if x != nil {
					v.Set(reflect.ValueOf(x))
				}
				args = append(args, v)
			}
			err, _ := m.Func.Call(args)[0].Interface().(error)
			return err
		}
	}
	return methods
}()
