package device

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// format writes what an input is besides a map's: " level 1 places 2".
func (in Input) format(b *strings.Builder) {
	if in.Level > 0 {
		fmt.Fprintf(b, " level %d", in.Level)
	}
	if in.Places > 0 {
		fmt.Fprintf(b, " places %d", in.Places)
	}
	if in.Position {
		b.WriteString(" position")
	}
}

// format writes where an output is stored: " at %1 %2 sum skip".
func (o Output) format(b *strings.Builder) {
	if len(o.At) == 0 {
		return
	}
	b.WriteString(" at")
	for _, v := range o.At {
		fmt.Fprintf(b, " %%%d", v)
	}
	if o.Combine != nil {
		fmt.Fprintf(b, " %v", o.Combine)
	}
	if o.Skip {
		b.WriteString(" skip")
	}
}

// parseInputs reads "%0 float32 level 1, %1 int64 position".
func parseInputs(list string) (inputs []Input, err error) {
	for _, operand := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' }) {
		words := strings.Fields(operand)
		if len(words) < 2 {
			return nil, fmt.Errorf("device: program text: operand %q has no type", operand)
		}
		in := Input{}
		if in.Type, err = op.ParseDType(words[1]); err != nil {
			return nil, fmt.Errorf("device: program text: operand %q: %w", operand, err)
		}
		if err := in.parse(words[2:]); err != nil {
			return nil, fmt.Errorf("device: program text: operand %q: %w", operand, err)
		}
		inputs = append(inputs, in)
	}
	return inputs, nil
}

func (in *Input) parse(words []string) (err error) {
	for len(words) > 0 && err == nil {
		switch word := words[0]; {
		case word == "position":
			in.Position, words = true, words[1:]
		case word == "level" && len(words) > 1:
			in.Level, err = strconv.Atoi(words[1])
			words = words[2:]
		case word == "places" && len(words) > 1:
			in.Places, err = strconv.Atoi(words[1])
			words = words[2:]
		default:
			err = fmt.Errorf("%q is none of level, places, position", word)
		}
	}
	return err
}

// parseOutputs reads "%3 %4" and "%3, %4 at %1 sum skip".
func parseOutputs(list string) (outputs []Output, err error) {
	for _, part := range strings.Split(list, ",") {
		words := strings.Fields(part)
		at := slices.Index(words, "at")
		if at < 0 {
			at = len(words)
		}
		values, err := parseValues(strings.Join(words[:at], " "))
		if err != nil {
			return nil, err
		}
		for _, v := range values {
			outputs = append(outputs, Output{Value: v})
		}
		if at == len(words) {
			continue
		}
		if len(values) != 1 {
			return nil, fmt.Errorf("device: program text: %q: one value is stored at a place", part)
		}
		if err := outputs[len(outputs)-1].parse(words[at+1:]); err != nil {
			return nil, fmt.Errorf("device: program text: %q: %w", part, err)
		}
	}
	return outputs, nil
}

func (o *Output) parse(words []string) error {
	for _, word := range words {
		switch row := op.Instruction(word); {
		case strings.HasPrefix(word, "%"):
			v, err := strconv.Atoi(word[1:])
			if err != nil {
				return fmt.Errorf("%q is not a value", word)
			}
			o.At = append(o.At, Value(v))
		case word == "skip":
			o.Skip = true
		case row != nil:
			o.Combine = row
		default:
			return fmt.Errorf("%q is neither a reduction nor skip", word)
		}
	}
	return nil
}
