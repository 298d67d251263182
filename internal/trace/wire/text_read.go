package wire

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// ReadText reads a trace in the text form. An error means that the text is no trace or
// has another version. A line that makes no sense is Trace.Damage, and everything
// before it is kept.
func ReadText(r io.Reader) (*trace.Trace, error) {
	p := &parser{r: bufio.NewReader(r), t: trace.New()}
	if err := p.magic(); err != nil {
		return nil, err
	}
	for {
		start := p.offset
		line, err := p.readLine()
		if err == nil {
			err = p.line(line)
		}
		if err == io.EOF {
			return p.t, nil
		}
		if err != nil {
			p.t.Damage = &Damage{Offset: start, Line: p.lines, Reason: err.Error(), Err: err}
			return p.t, nil
		}
	}
}

// ops are the events by name.
var ops = func() map[string]trace.Op {
	m := map[string]trace.Op{}
	for i := range classes {
		if op := trace.Op(i); op.IsEvent() {
			m[op.Info().Name] = op
		}
	}
	return m
}()

// A parser builds a trace line by line.
type parser struct {
	r      *bufio.Reader
	offset int64 // of the next line
	lines  int   // read so far
	t      *trace.Trace
	stack  trace.StackID // that frame lines belong to
	skip   bool          // they belong to a stack that was defined before
	inside bool          // a stack line was read
	last   uint64        // Seq
	words  []string      // memory for the words of a line
}

// readLine returns the next line without its end; io.EOF only for no line at all.
func (p *parser) readLine() (string, error) {
	line, err := p.r.ReadString('\n')
	if line == "" && err != nil {
		return "", err
	}
	if err != nil && err != io.EOF {
		return "", err
	}
	p.offset += int64(len(line))
	p.lines++
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), nil
}

func (p *parser) magic() error {
	line, err := p.readLine()
	if err != nil && err != io.EOF {
		return err
	}
	number, ok := strings.CutPrefix(line, textMagic)
	if !ok {
		if len(line) > 20 {
			line = line[:20]
		}
		return &FormatError{fmt.Sprintf("not a deadlocklint trace: it begins with %q", line), recordHint}
	}
	v, err := strconv.ParseUint(number, 10, 32)
	if err != nil {
		return &FormatError{fmt.Sprintf("the trace has version %q, which does not exist", number), recordHint}
	}
	return checkVersion(uint32(v))
}

func (p *parser) line(line string) error {
	if line == "" || line[0] == '#' {
		return nil
	}
	words, err := split(p.words[:0], line)
	p.words = words
	if err != nil || len(words) == 0 {
		return err
	}
	switch words[0] {
	case "header":
		return p.header(words[1:])
	case "type":
		return p.typ(words[1:])
	case "field":
		return p.field(words[1:])
	case "text":
		return p.text(words[1:])
	case "stack":
		return p.defineStack(words[1:])
	case "frame":
		return p.frame(words[1:])
	case "places":
		return p.places(words[1:])
	}
	e, err := parseEvent(words)
	if err == nil && e.Seq < p.last {
		err = fmt.Errorf("event %d follows event %d", e.Seq, p.last)
	}
	if err == nil {
		p.last = e.Seq
		p.t.Events = append(p.t.Events, e)
	}
	return err
}

func (p *parser) header(words []string) error {
	if len(words) != 1 {
		return errors.New("want: header KEY=VALUE")
	}
	k, v, _ := strings.Cut(words[0], "=")
	if _, ok := p.t.Header[k]; !ok {
		p.t.Header[k] = v
	}
	return nil
}

func (p *parser) typ(words []string) error {
	if len(words) != 3 {
		return errors.New("want: type ID size=BYTES NAME")
	}
	id, err1 := parseNumber(words[0])
	size, err2 := parseKey(words[1], "size")
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if _, ok := p.t.Types[id]; !ok {
		p.t.Types[id] = &trace.Type{Name: words[2], Size: size}
	}
	return nil
}

func (p *parser) field(words []string) error {
	if len(words) != 4 {
		return errors.New("want: field TYPE offset=BYTES kind=KIND PATH")
	}
	id, err1 := parseNumber(words[0])
	offset, err2 := parseKey(words[1], "offset")
	kind, err3 := parseKind(words[2])
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	ty := p.t.Types[id]
	if ty == nil {
		return fmt.Errorf("no type %#x above this field", id)
	}
	if f := (trace.LockField{Offset: offset, Kind: kind, Path: words[3]}); !slices.Contains(ty.Locks, f) {
		ty.Locks = append(ty.Locks, f)
	}
	return nil
}

func (p *parser) text(words []string) error {
	if len(words) != 2 {
		return errors.New("want: text ID TEXT")
	}
	id, err := parseNumber(words[0])
	if err != nil {
		return err
	}
	if _, ok := p.t.Texts[id]; !ok {
		p.t.Texts[id] = words[1]
	}
	return nil
}

func (p *parser) defineStack(words []string) error {
	if len(words) != 1 {
		return errors.New("want: stack ID")
	}
	id, err := parseNumber(words[0])
	if err != nil {
		return err
	}
	p.stack, p.inside = trace.StackID(id), true
	if _, p.skip = p.t.Stacks[p.stack]; !p.skip {
		p.t.Stacks[p.stack] = nil
	}
	return nil
}

func (p *parser) frame(words []string) error {
	if len(words) != 3 {
		return errors.New("want: frame FUNC FILE LINE")
	}
	if !p.inside {
		return errors.New("no stack above this frame")
	}
	line, err := strconv.ParseUint(words[2], 10, 32)
	if err != nil {
		return err
	}
	if !p.skip {
		p.t.Stacks[p.stack] = append(p.t.Stacks[p.stack], trace.Frame{Func: words[0], File: words[1], Line: int(line)})
	}
	return nil
}

func (p *parser) places(words []string) error {
	if len(words) != 4 {
		return errors.New("want: places STACK SITE CHAIN RECEIVERS")
	}
	var n [4]uint64
	for i, w := range words {
		var err error
		if n[i], err = parseNumber(w); err != nil {
			return err
		}
	}
	id := trace.StackID(n[0])
	if _, ok := p.t.Places[id]; !ok {
		p.t.Places[id] = [3]uint64(n[1:])
	}
	return nil
}

// parseEvent reads "SEQ gG OP [OBJ] [KEY=VALUE]...".
func parseEvent(words []string) (e trace.Event, err error) {
	if len(words) < 3 {
		return e, errors.New("want: SEQ gG OP [OBJ] [KEY=VALUE]... in one line")
	}
	if e.Seq, err = strconv.ParseUint(words[0], 10, 64); err != nil {
		return e, err
	}
	g, err := parseG(words[1], 32)
	if err != nil {
		return e, err
	}
	e.G = trace.G(g)
	op, ok := ops[words[2]]
	if !ok {
		return e, fmt.Errorf("unknown operation %q", words[2])
	}
	e.Op = op
	rest := words[3:]
	if len(rest) > 0 && !strings.Contains(rest[0], "=") {
		if e.Obj, err = parseObj(rest[0], op); err != nil {
			return e, err
		}
		rest = rest[1:]
	}
	for _, w := range rest {
		if err := parsePair(&e, w); err != nil {
			return e, err
		}
	}
	return e, nil
}

func parseG(word string, bits int) (uint64, error) {
	number, ok := strings.CutPrefix(word, "g")
	if !ok {
		return 0, fmt.Errorf("want a goroutine such as g7, not %q", word)
	}
	return strconv.ParseUint(number, 10, bits)
}

func parseObj(word string, op trace.Op) (uint64, error) {
	if op.Info().Kind == trace.KindGoroutine {
		return parseG(word, 64)
	}
	return parseNumber(word)
}

func parsePair(e *trace.Event, word string) error {
	key, value, ok := strings.Cut(word, "=")
	if !ok {
		return fmt.Errorf("want KEY=VALUE, not %q", word)
	}
	var err error
	switch {
	case key == "aux":
		var aux uint64
		aux, err = strconv.ParseUint(value, 10, 16)
		e.Aux = uint16(aux)
	case key == "flags":
		e.Flag, err = parseFlags(value)
	case key != argKeys[e.Op.Info().Arg]:
		err = fmt.Errorf("%s takes %s=, not %s=", e.Op, argKeys[e.Op.Info().Arg], key)
	case key == "n":
		var n int64
		n, err = strconv.ParseInt(value, 10, 64)
		e.Arg = uint64(n)
	default:
		e.Arg, err = parseNumber(value)
	}
	return err
}

func parseFlags(list string) (flags uint8, err error) {
	for name := range strings.SplitSeq(list, ",") {
		bit, err := parseFlag(name)
		if err != nil {
			return 0, err
		}
		flags |= bit
	}
	return flags, nil
}

func parseFlag(name string) (uint8, error) {
	for i, n := range flagNames {
		if n == name {
			return 1 << i, nil
		}
	}
	n, err := strconv.ParseUint(name, 10, 8)
	if err != nil {
		return 0, fmt.Errorf("unknown flag %q", name)
	}
	return uint8(n), nil
}

func parseKind(word string) (trace.Kind, error) {
	name, ok := strings.CutPrefix(word, "kind=")
	if !ok {
		return 0, fmt.Errorf("want kind=KIND, not %q", word)
	}
	for k := trace.Kind(0); k.String() != unknownKind; k++ {
		if k.String() == name {
			return k, nil
		}
	}
	n, err := strconv.ParseUint(name, 10, 8)
	if err != nil {
		return 0, fmt.Errorf("unknown kind %q", name)
	}
	return trace.Kind(n), nil
}

// parseKey reads KEY=NUMBER, for numbers that the binary form can hold.
func parseKey(word, key string) (uint64, error) {
	value, ok := strings.CutPrefix(word, key+"=")
	if !ok {
		return 0, fmt.Errorf("want %s=NUMBER, not %q", key, word)
	}
	n, err := strconv.ParseUint(value, 10, 64)
	return min(n, math.MaxUint32), err
}

func parseNumber(word string) (uint64, error) { return strconv.ParseUint(word, 0, 64) }

// split appends the words of a line without their quotes.
func split(words []string, line string) ([]string, error) {
	for {
		line = strings.TrimLeft(line, " \t")
		if line == "" {
			return words, nil
		}
		word, rest, err := cutWord(line)
		if err != nil {
			return nil, err
		}
		words, line = append(words, word), rest
	}
}

func cutWord(line string) (word, rest string, err error) {
	if line[0] == '"' {
		q, err := strconv.QuotedPrefix(line)
		if err != nil {
			return "", "", fmt.Errorf("unfinished quotation %s", line)
		}
		word, err = strconv.Unquote(q)
		return word, line[len(q):], err
	}
	i := strings.IndexAny(line, " \t")
	if i < 0 {
		i = len(line)
	}
	return line[:i], line[i:], nil
}
