package tracetest

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

// Addr is the address of the i-th object, from 0, of a built or random trace.
func Addr(i int) uint64 { return 0x10000 + uint64(i)*0x100 }

// A builder turns statements into events.
type builder struct {
	t      *Trace
	stacks map[string]trace.StackID
	texts  map[string]uint64
	kinds  map[string]trace.Kind // of objects
	joined map[string]bool       // goroutines
}

// newBuilder looks through the statements for later ones that decide about earlier ones.
func newBuilder(stmts []stmt) *builder {
	b := &builder{
		t:      &Trace{Trace: trace.New(), gs: map[string]trace.G{}, objs: map[string]uint64{}},
		stacks: map[string]trace.StackID{},
		texts:  map[string]uint64{},
		kinds:  map[string]trace.Kind{},
		joined: map[string]bool{},
	}
	for _, s := range stmts {
		b.foresee(s)
	}
	return b
}

func (b *builder) foresee(s stmt) {
	switch s.words[0] {
	case "class":
		return
	case "rw":
		b.kinds[s.words[1]] = trace.KindRWMutex
		return
	}
	for _, name := range []string{s.words[0], s.word(2), s.word(3)} {
		if n, err := strconv.ParseUint(strings.TrimPrefix(name, "t"), 10, 32); err == nil && strings.HasPrefix(name, "t") {
			b.t.gs[name] = trace.G(n)
		}
	}
	if s.words[1] == "join" {
		b.joined[s.word(2)] = true
	}
	op, _ := ParseOp(s.words[1])
	if kind := op.Info().Kind; kind != trace.KindNone && kind != trace.KindGoroutine {
		b.kinds[s.word(2)] = kind
	}
}

func (b *builder) statement(s stmt) error {
	switch {
	case s.words[0] == "rw":
		return nil
	case s.words[0] == "class":
		return b.class(s)
	case s.words[1] == "join":
		return b.join(s)
	}
	op, ok := ParseOp(s.words[1])
	if !ok || !op.IsEvent() {
		return errors.New("unknown operation")
	}
	if child := s.word(2); op == trace.OpGo && b.joined[child] {
		b.add(trace.Event{G: b.g(s.words[0]), Op: trace.OpWGAdd, Obj: b.obj(child + ".done"), Arg: 1})
	}
	if op == trace.OpExit && b.joined[s.words[0]] {
		b.add(trace.Event{G: b.g(s.words[0]), Op: trace.OpWGAdd, Obj: b.obj(s.words[0] + ".done"), Arg: ^uint64(0)})
	}
	return b.event(s, op)
}

func (b *builder) event(s stmt, op trace.Op) error {
	e := trace.Event{G: b.g(s.words[0]), Op: op}
	rest, err := b.object(&e, s.words[2:])
	if err != nil {
		return err
	}
	if len(rest) > 1 {
		return fmt.Errorf("too much: %s", strings.Join(rest[1:], " "))
	}
	if len(rest) == 1 {
		if err := b.argument(&e, rest[0]); err != nil {
			return err
		}
	}
	if err := b.flags(&e, s); err != nil {
		return err
	}
	if s.stack != "" {
		if op.Info().Arg != trace.ArgStack {
			return fmt.Errorf("%s has no stack", op)
		}
		id, err := b.stack(s.stack)
		if err != nil {
			return err
		}
		e.Arg = uint64(id)
	}
	b.add(e)
	return nil
}

func (b *builder) add(e trace.Event) {
	e.Seq = uint64(len(b.t.Events) + 1)
	b.t.Events = append(b.t.Events, e)
}

// hasObject reports whether an object follows the operation. Allocations and
// abstractions have more than a line here can say.
func hasObject(op trace.Op) (bool, error) {
	switch op {
	case trace.OpAlloc, trace.OpAllocType, trace.OpAbs:
		return false, errors.New("use a class statement, or the text form of package wire")
	case trace.OpExit, trace.OpSelect, trace.OpTest, trace.OpTestEnd, trace.OpPanic, trace.OpPanics, trace.OpLost, trace.OpFolded, trace.OpUnseen:
		return false, nil
	}
	return true, nil
}

// object takes the object's name off the words.
func (b *builder) object(e *trace.Event, words []string) ([]string, error) {
	has, err := hasObject(e.Op)
	if err != nil || !has {
		return words, err
	}
	if len(words) == 0 {
		return nil, errors.New("want an object")
	}
	if e.Op.Info().Kind == trace.KindGoroutine {
		e.Obj = uint64(b.g(words[0]))
	} else {
		e.Obj = b.obj(words[0])
		e.Flag |= rwFlags(e.Op, b.kinds[words[0]])
	}
	return words[1:], nil
}

// rwFlags are the flags of an operation on a lock of that kind.
func rwFlags(op trace.Op, kind trace.Kind) uint8 {
	switch info := op.Info(); {
	case info.Read:
		return trace.FlagRW | trace.FlagRead
	case kind == trace.KindRWMutex:
		return trace.FlagRW
	}
	return 0
}

func (b *builder) argument(e *trace.Event, word string) error {
	var err error
	switch kind := e.Op.Info().Arg; {
	case e.Op == trace.OpMakeChan || e.Op == trace.OpSelect:
		var n uint64
		n, err = strconv.ParseUint(word, 10, 16)
		e.Aux = uint16(n)
	case e.Op == trace.OpAcquire || e.Op == trace.OpRelease:
		e.Arg, err = via(word)
	case kind == trace.ArgNumber:
		var n int64
		n, err = strconv.ParseInt(word, 10, 64)
		e.Arg = uint64(n)
	case kind == trace.ArgG:
		e.Arg = uint64(b.g(word))
	case kind == trace.ArgText:
		e.Arg = b.text(word)
	default:
		err = fmt.Errorf("%s has no argument, found %s", e.Op, word)
	}
	return err
}

func via(name string) (uint64, error) {
	unknown := trace.Via(1 << 20).String()
	for v := trace.Via(0); v.String() != unknown; v++ {
		if v.String() == name {
			return uint64(v), nil
		}
	}
	return 0, fmt.Errorf("unknown mechanism %s", name)
}

var flagBits = map[string]uint8{
	"try":     trace.FlagTry,
	"read":    trace.FlagRead,
	"rw":      trace.FlagRW,
	"first":   trace.FlagFirst,
	"foreign": trace.FlagForeign,
}

func (b *builder) flags(e *trace.Event, s stmt) error {
	for _, name := range s.flags {
		bit, ok := flagBits[name]
		if !ok {
			return fmt.Errorf("unknown flag +%s", name)
		}
		e.Flag |= bit
	}
	return nil
}

func (b *builder) g(name string) trace.G {
	g, ok := b.t.gs[name]
	if !ok {
		g = b.freeG()
		b.t.gs[name] = g
	}
	return g
}

func (b *builder) freeG() trace.G {
	used := map[trace.G]bool{}
	for _, g := range b.t.gs {
		used[g] = true
	}
	g := trace.G(1)
	for used[g] {
		g++
	}
	return g
}

func (b *builder) obj(name string) uint64 {
	addr, ok := b.t.objs[name]
	if !ok {
		addr = Addr(len(b.t.objs))
		b.t.objs[name] = addr
	}
	return addr
}

func (b *builder) text(s string) uint64 {
	id, ok := b.texts[s]
	if !ok {
		id = uint64(len(b.texts) + 1)
		b.texts[s] = id
		b.t.Texts[id] = s
	}
	return id
}

// stack reads "f:12<main:7".
func (b *builder) stack(s string) (trace.StackID, error) {
	if id, ok := b.stacks[s]; ok {
		return id, nil
	}
	var frames []trace.Frame
	for part := range strings.SplitSeq(s, "<") {
		i := strings.LastIndex(part, ":")
		line, err := strconv.Atoi(part[i+1:])
		if i < 0 || err != nil {
			return 0, fmt.Errorf("want @FUNC:LINE, not @%s", s)
		}
		frames = append(frames, trace.Frame{Func: part[:i], File: "t.go", Line: line})
	}
	id := trace.StackID(len(b.stacks) + 1)
	b.stacks[s] = id
	b.t.Stacks[id] = frames
	return id, nil
}

// join is the step of a goroutine that waits for another one.
func (b *builder) join(s stmt) error {
	if len(s.words) != 3 {
		return errors.New("want: GOROUTINE join GOROUTINE")
	}
	g, w := b.g(s.words[0]), b.obj(s.words[2]+".done")
	b.add(trace.Event{G: g, Op: trace.OpWGWait, Obj: w})
	b.add(trace.Event{G: g, Op: trace.OpWGDone, Obj: w})
	return nil
}

// class allocates the object as a part of a type whose path gives that class.
func (b *builder) class(s stmt) error {
	if len(s.words) != 3 {
		return errors.New("want: class OBJECT CLASS")
	}
	name, class := s.words[1], s.words[2]
	path, kind := classPath(class, b.kinds[name]), b.kinds[name]
	if kind == trace.KindNone {
		kind = trace.KindMutex
	}
	if got := trace.ClassOf(path); got != class {
		return fmt.Errorf("want PKG.TYPE.FIELD or PKG.VAR, not %s (%s)", class, got)
	}
	id := uint64(len(b.t.Types) + 1)
	b.t.Types[id] = &trace.Type{Name: class, Size: 8, Locks: []trace.LockField{{Kind: kind, Path: path}}}
	g := b.g("t1")
	b.add(trace.Event{G: g, Op: trace.OpAlloc, Obj: b.obj(name)})
	b.add(trace.Event{G: g, Op: trace.OpAllocType, Obj: 8, Arg: id})
	return nil
}

// classPath is a path that trace.ClassOf turns into class: the type
// stands before the first field.
func classPath(class string, kind trace.Kind) string {
	slash := strings.LastIndex(class, "/") + 1
	parts := strings.Split(class[slash:], ".")
	named := min(2, len(parts)-1) // "pkg", "Type"; for a variable only "pkg"
	path := class[:slash] + strings.Join(parts[:named], ".")
	for _, f := range parts[named:] { // a part with a second field is an unnamed struct
		field := strings.TrimRight(f, "[]")
		path += form.Field(field, false) + strings.Repeat(form.Elements, strings.Count(f, form.Any))
	}
	return path + typeNames[kind]
}

var typeNames = map[trace.Kind]string{
	trace.KindNone:      "sync.Mutex",
	trace.KindMutex:     "sync.Mutex",
	trace.KindRWMutex:   "sync.RWMutex",
	trace.KindCond:      "sync.Cond",
	trace.KindWaitGroup: "sync.WaitGroup",
	trace.KindOnce:      form.Wrapper + "sync.Once",
	trace.KindChan:      "chan",
}
