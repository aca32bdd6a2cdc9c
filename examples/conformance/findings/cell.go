package findings

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/wgtensor/wgtensor/device/devicetest"
)

// Cell is one operation in one type.
type Cell struct {
	Op, Type, Status string
	Worst            ULP
	Allowed          float64
	At               string `json:",omitempty"`
	Elements, Wrong  int
	BySteps          bool `json:",omitempty"`
}

// The states of a cell, from best to worst.
const (
	Exact   = "exact"
	Within  = "within"
	Refused = "refused"
	Failed  = "failed"
	NotRun  = "not run"
)

// ULP is a distance in units in the last place; JSON has no infinity.
type ULP float64

// MarshalJSON writes an infinity as a string.
func (u ULP) MarshalJSON() ([]byte, error) {
	if x := float64(u); math.IsInf(x, 0) || math.IsNaN(x) {
		return []byte(`"inf"`), nil
	}
	return json.Marshal(float64(u))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (u *ULP) UnmarshalJSON(text []byte) error {
	if string(text) == `"inf"` {
		*u = ULP(math.Inf(1))
		return nil
	}
	x, err := strconv.ParseFloat(string(text), 64)
	*u = ULP(x)
	return err
}

func (u ULP) String() string {
	if x := float64(u); x-x != 0 {
		return "wrong"
	}
	return fmt.Sprintf("%.3g", float64(u))
}

func status(r devicetest.Row) string {
	switch {
	case r.Wrong > 0 || !(r.Worst <= r.Allowed):
		return Failed
	case r.Refused:
		return Refused
	case r.Cases == 0:
		return NotRun
	case r.Worst == 0:
		return Exact
	}
	return Within
}

// Heat is the class of a cell, one word: its status, or h0 to h4 for the part of the tolerance that is used.
func (c *Cell) Heat() string {
	if c.Status != Within {
		return strings.ReplaceAll(c.Status, " ", "-")
	}
	return fmt.Sprintf("h%d", min(4, int(math.Floor(5*float64(c.Worst)/c.Allowed))))
}

// Text is what stands in the cell.
func (c *Cell) Text() string {
	switch c.Status {
	case Exact:
		if c.Allowed > 0 {
			return "0"
		}
		return "="
	case Refused:
		return "–"
	case NotRun:
		return "?"
	case Failed:
		return "✗ " + c.Worst.String()
	}
	return fmt.Sprintf("%.2f", float64(c.Worst))
}

// Detail explains the cell to a reader who asks about it.
func (c *Cell) Detail() string {
	head := c.Op + " in " + c.Type + ": "
	switch c.Status {
	case Exact:
		if c.BySteps {
			return fmt.Sprintf("%severy one of %d results has the bits of its steps, each rounded, which define it", head, c.Elements)
		}
		return fmt.Sprintf("%severy one of %d results is correctly rounded (%v ULP are allowed)", head, c.Elements, c.Allowed)
	case NotRun:
		return head + "not run"
	case Refused:
		return head + "refused, as the device says it does not compute in this type"
	case Failed:
		return fmt.Sprintf("%s%d of %d results are wrong; the worst by %v ULP of %v allowed, at %s", head, c.Wrong, c.Elements, c.Worst, c.Allowed, c.At)
	}
	return fmt.Sprintf("%sworst of %d results %v ULP of %v allowed, at %s", head, c.Elements, c.Worst, c.Allowed, c.At)
}
