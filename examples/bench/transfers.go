package main

import (
	"context"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// transfers are uploads and readbacks, of a buffer that stays and of tensors that are made
// for it. Their floor is Go's copy() of as many bytes.
func transfers(d device.Device) []*job {
	var jobs []*job
	for _, bytes := range []int{4, 1 << 20, 64 << 20} {
		host := memmove(bytes, 1)
		for _, j := range []*job{upload(d, bytes), readback(d, bytes), fromBytes(d, bytes), toBytes(d, bytes)} {
			j.floor = host
			jobs = append(jobs, j)
		}
	}
	return jobs
}

func transfer(d device.Device, name string, bytes int) *job {
	j := &job{dev: d, wait: true, needs: 3 * int64(bytes)}
	j.Name, j.Type, j.N, j.Bytes = name, dtype{op.Uint8}, bytes, 2*int64(bytes)
	return j
}

func upload(d device.Device, bytes int) *job {
	j := transfer(d, "upload, Buffer.Write", bytes)
	var buf device.Buffer
	var from []byte
	j.prepare = func() (err error) {
		from = pattern(op.Uint8, 0, bytes)
		buf, err = d.Alloc(bytes)
		return err
	}
	j.do = func() error { return buf.Write(0, from) }
	j.verify = func(seed uint64, samples int) error {
		raw := make([]byte, bytes)
		if err := buf.Read(context.Background(), 0, raw); err != nil {
			return err
		}
		return same(raw, seed, samples)
	}
	j.release = func() { giveBack(buf); from = nil }
	return j
}

func giveBack(buf device.Buffer) {
	if buf != nil {
		buf.Release()
	}
}

func readback(d device.Device, bytes int) *job {
	j := transfer(d, "readback, Buffer.Read", bytes)
	var buf device.Buffer
	var to []byte
	j.prepare = func() (err error) {
		to = make([]byte, bytes)
		if buf, err = d.Alloc(bytes); err != nil {
			return err
		}
		return buf.Write(0, pattern(op.Uint8, 0, bytes))
	}
	j.do = func() error { return buf.Read(context.Background(), 0, to) }
	j.verify = func(seed uint64, samples int) error {
		err := same(to, seed, samples)
		clear(to)
		return err
	}
	j.release = func() { giveBack(buf); to = nil }
	return j
}

func fromBytes(d device.Device, bytes int) *job {
	j := transfer(d, "upload, FromBytes", bytes)
	var from []byte
	var last *tensor.Tensor
	j.prepare = func() error {
		tensor.SetDefaultDevice(d)
		from = pattern(op.Uint8, 0, bytes)
		return nil
	}
	j.do = func() error {
		last.Release()
		last = tensor.FromBytes(op.Uint8, from)
		return last.Err()
	}
	j.verify = func(seed uint64, samples int) error {
		raw, err := last.Bytes()
		if err != nil {
			return err
		}
		return same(raw, seed, samples)
	}
	j.release = func() { last.Release(); from = nil }
	return j
}

func toBytes(d device.Device, bytes int) *job {
	j := transfer(d, "readback, Bytes", bytes)
	var t *tensor.Tensor
	var to []byte
	j.prepare = func() error {
		tensor.SetDefaultDevice(d)
		t = tensor.FromBytes(op.Uint8, pattern(op.Uint8, 0, bytes))
		return t.Err()
	}
	j.do = func() (err error) {
		to, err = t.Bytes()
		return err
	}
	j.verify = func(seed uint64, samples int) error { return same(to, seed, samples) }
	j.release = func() { t.Release(); to = nil }
	return j
}
