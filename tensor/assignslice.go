package tensor

import "reflect"

// sliceOf returns x and the dtype of its elements, or no dtype if x is no slice of elements.
func sliceOf(x any) (v reflect.Value, dt DType) {
	if v = reflect.ValueOf(x); v.Kind() == reflect.Slice {
		dt = elementTypes[v.Type().Elem().Kind()]
	}
	return v, dt
}

// assignSlice is Assign of a slice of elements of dt.
func (t *Tensor) assignSlice(name string, v reflect.Value, dt DType) error {
	t = t.standIn()
	shape, raw := []int{v.Len()}, rawBytes(v.Type().Elem(), v.UnsafePointer(), v.Len())
	if v.Len() == t.layout.Len() {
		shape = t.layout.Shape
		if dt == t.dtype {
			if done, err := t.overwrite(raw); done {
				return failure(name, err)
			}
		}
	}
	from := newStored(name, t.device, dt, raw, shape)
	defer from.Release()
	return t.assign(name, from)
}

// overwrite copies raw straight into the tensor's memory, if the elements are contiguous and
// nothing else needs the old ones. While a function is recorded it does nothing: a plan has
// launches only, and a copy from the host is none.
func (t *Tensor) overwrite(raw []byte) (done bool, err error) {
	if _, recorded := t.device.(*tracing); recorded || !t.layout.Contiguous() {
		return false, nil
	}
	s := t.storage.Load()
	s.Lock()
	defer s.Unlock()
	v, ok := s.Own(0)
	if !ok {
		return false, nil
	}
	defer v.Written()
	return true, v.Buffer().Write(t.layout.Offset*t.dtype.Size(), raw)
}
