package wire

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// textMagic begins the first line of the text form.
const textMagic = "deadlocklint trace "

// WriteText writes t in the text form: the definitions in the order of their
// numbers, then the events. Equal traces give equal text; like Write, it cuts
// numbers that the binary form cannot hold. Trace.Damage is not written.
func WriteText(w io.Writer, t *trace.Trace) error {
	if err := writable(t); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	p := &printer{w: b}
	p.line(textMagic + strconv.Itoa(trace.Version))
	p.definitions(t)
	for _, e := range t.Events {
		p.event(e)
	}
	return b.Flush()
}

// A printer writes lines; its bufio.Writer remembers the first error.
type printer struct {
	w   *bufio.Writer
	buf []byte
}

func (p *printer) line(words ...string) {
	p.w.WriteString(strings.Join(words, " "))
	p.w.WriteByte('\n')
}

func (p *printer) event(e trace.Event) {
	p.buf = append(appendEvent(p.buf[:0], e), '\n')
	p.w.Write(p.buf)
}

func (p *printer) definitions(t *trace.Trace) {
	for _, k := range sortedKeys(t.Header) {
		p.line("header", quoted(k+"="+t.Header[k]))
	}
	for _, id := range sortedKeys(t.Types) {
		p.typ(id, t.Types[id])
	}
	for _, id := range sortedKeys(t.Texts) {
		p.line("text", hex(id), quoted(t.Texts[id]))
	}
	for _, id := range sortedKeys(t.Stacks) {
		p.line("stack", hex(uint64(id)))
		for _, f := range t.Stacks[id] {
			line := uint64(saturated(uint64(max(f.Line, 0))))
			p.line("frame", quoted(f.Func), quoted(f.File), strconv.FormatUint(line, 10))
		}
	}
	for _, id := range sortedKeys(t.Places) {
		h := t.Places[id]
		p.line("places", hex(uint64(id)), hex(h[0]), hex(h[1]), hex(h[2]))
	}
}

func (p *printer) typ(id uint64, ty *trace.Type) {
	size := uint64(saturated(ty.Size))
	p.line("type", hex(id), "size="+strconv.FormatUint(size, 10), quoted(ty.Name))
	for _, f := range ty.Locks {
		offset := uint64(saturated(f.Offset))
		p.line("field", hex(id), "offset="+strconv.FormatUint(offset, 10), "kind="+kindName(f.Kind), quoted(f.Path))
	}
}

// kindName is the kind's name, or its number when this version has no name for it.
func kindName(k trace.Kind) string {
	if name := k.String(); name != unknownKind {
		return name
	}
	return strconv.Itoa(int(k))
}

var unknownKind = trace.Kind(255).String()

func appendEvent(b []byte, e trace.Event) []byte {
	info := e.Op.Info()
	b = strconv.AppendUint(b, e.Seq, 10)
	b = append(b, " g"...)
	b = strconv.AppendUint(b, uint64(e.G), 10)
	b = append(b, ' ')
	b = append(b, info.Name...)
	switch {
	case e.Obj == 0:
	case info.Kind == trace.KindGoroutine:
		b = strconv.AppendUint(append(b, " g"...), e.Obj, 10)
	default:
		b = strconv.AppendUint(append(b, " 0x"...), e.Obj, 16)
	}
	if e.Arg != 0 {
		b = appendArg(b, info.Arg, e.Arg)
	}
	if e.Aux != 0 {
		b = strconv.AppendUint(append(b, " aux="...), uint64(e.Aux), 10)
	}
	if e.Flag != 0 {
		b = appendFlags(append(b, " flags="...), e.Flag)
	}
	return b
}

// argKeys are the words for Event.Arg by its kind; numbers are signed and decimal.
var argKeys = [...]string{
	trace.ArgNone:   "arg",
	trace.ArgStack:  "stack",
	trace.ArgG:      "g",
	trace.ArgNumber: "n",
	trace.ArgText:   "text",
	trace.ArgType:   "type",
}

func appendArg(b []byte, kind trace.ArgKind, arg uint64) []byte {
	b = append(b, ' ')
	b = append(b, argKeys[kind]...)
	b = append(b, '=')
	switch kind {
	case trace.ArgNumber:
		return strconv.AppendInt(b, int64(arg), 10)
	case trace.ArgG:
		return strconv.AppendUint(b, arg, 10)
	}
	return strconv.AppendUint(append(b, "0x"...), arg, 16)
}

// flagNames are the flags by bit; bits without a name are written as a number.
var flagNames = [...]string{"try", "read", "rw", "last", "first", "foreign"}

func appendFlags(b []byte, flags uint8) []byte {
	for i, name := range flagNames {
		if flags&(1<<i) != 0 {
			b = append(append(b, name...), ',')
			flags &^= 1 << i
		}
	}
	if flags == 0 {
		return b[:len(b)-1]
	}
	return strconv.AppendUint(b, uint64(flags), 10)
}

func hex(n uint64) string { return "0x" + strconv.FormatUint(n, 16) }

// quoted is s as one word of a line.
func quoted(s string) string {
	if isWord(s) {
		return s
	}
	return strconv.Quote(s)
}

func isWord(s string) bool {
	for _, r := range s {
		if r == '"' || r == utf8.RuneError || !unicode.IsGraphic(r) || unicode.IsSpace(r) {
			return false
		}
	}
	return s != ""
}
