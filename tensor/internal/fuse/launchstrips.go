package fuse

import "github.com/wgtensor/wgtensor/device"

// StripWarmer is a device.Warmer that is told of strips. The next launches are so many for each strip. The
// bytes are those of results that are stored for one strip at a time: in all, and of a strip.
type StripWarmer interface {
	Strips(launches, strips, whole, strip int)
}

// launchStrips launches regions strip by strip. After an error none of their results is stored.
func (e *evaluation) launchStrips(of *schedule, s *strips) error {
	if w, ok := e.warmer.(StripWarmer); ok {
		whole, strip := s.bytes()
		w.Strips(len(s.regions), s.count(), whole, strip)
	}
	done := false // also if the device panics
	defer func() { e.dropStrips(of, s, !done) }()
	for e.strip = 0; e.strip < s.count(); e.strip++ {
		for _, at := range s.regions {
			if err := e.launch(&of.regions[at]); err != nil {
				return err
			}
		}
	}
	done = true
	return nil
}

// dropStrips gives back the buffers of what is stored for one strip at a time, or those of all results.
func (e *evaluation) dropStrips(of *schedule, s *strips, all bool) {
	for _, at := range s.regions {
		for _, i := range of.regions[at].outputs {
			if x := e.nodes[i].Expr; x.Made != nil && (all || s.value(i) != nil) {
				x.Made.Release()
				x.Made = nil
				x.SetFaults(nil)
			}
		}
	}
}

// part returns the launch of a region for the strip that is launched.
func (e *evaluation) part(r *region, l *device.Launch) *device.Launch {
	once := l.Clone()
	from, size := r.strips.ranges(e.strip)
	for k := range len(once.Out) + len(once.In) {
		o, v := once.Operand(k), r.strips.value(e.operand(r, k))
		if v != nil {
			v.lay(&o.Layout)
		}
		for i, axis := range r.divided {
			o.Layout.Shape[axis] = size[i]
			if v == nil {
				o.Layout.Offset += from[i] * o.Layout.Strides[axis]
			}
		}
	}
	for i, axis := range r.divided {
		once.Shape[axis] = size[i]
	}
	return once
}

// room returns the bytes of output i of a region, or those of a strip of it.
func (r *region) room(i int) int {
	if r.strips != nil {
		if v := r.strips.value(r.outputs[i]); v != nil {
			return v.strip.Len() * v.size
		}
	}
	return r.bytes[i]
}

// last is the region after which all are launched.
func (s *strips) last() int32 { return s.regions[len(s.regions)-1] }
