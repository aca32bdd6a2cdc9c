package devicetest

import (
	"context"
	"fmt"
	"time"

	"github.com/wgtensor/wgtensor/device"
)

// target is the device under test, with its Info, uploads and downloads.
type target struct {
	device device.Device
	info   device.Info
}

// name is the device's String, or why it has none.
func (s target) name() (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprintf("(String panics: %v)", p)
		}
	}()
	return s.device.String()
}

func (s target) upload(m *memory) (err error) {
	if m.buf, err = s.device.Alloc(len(m.host)); err != nil {
		return fmt.Errorf("Alloc(%d): %w", len(m.host), err)
	}
	if err := m.buf.Write(0, m.host); err != nil {
		return fmt.Errorf("writing %d bytes: %w", len(m.host), err)
	}
	return nil
}

func (s target) download(m *memory) error {
	m.after = make([]byte, len(m.host))
	if err := read(m.buf, 0, m.after); err != nil {
		return fmt.Errorf("reading %d bytes: %w", len(m.after), err)
	}
	return nil
}

// patience is how long a call may take whose context can end it.
const patience = 2 * time.Minute

// read reads with a timeout, so that a device that hangs fails its check.
func read(b device.Buffer, offset int, dst []byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return b.Read(ctx, offset, dst)
}
