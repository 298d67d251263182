package condvar

import (
	"bytes"
	"fmt"
	"go/format"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Names tell what a program is about, for people. Each field may be nil.
type Names struct {
	Object func(i int) string    // the class of an object
	Place  func(s Source) string // "file.go:12 function", "" where there is none
}

// WriteGo writes the program as a Go program that compiles and runs. Each thread is a
// goroutine, and a comment after each statement gives its place in the original. It deadlocks
// in the orders in which the trace program does. A goroutine that leaves the recorded control
// flow returns. A goroutine that comes to the same select again waits there for the
// alternatives whose continuation is known.
func WriteGo(w io.Writer, p *Program, names Names) error {
	g := &goWriter{Program: p, names: names, rounds: p.goRounds()}
	g.program()
	text, err := format.Source(g.Bytes())
	if err != nil {
		return fmt.Errorf("a trace program cannot be written as Go: %w; report it with the recording", err)
	}
	_, err = w.Write(text)
	return err
}

// A goWriter writes one program.
type goWriter struct {
	bytes.Buffer
	*Program
	names  Names
	rounds goRounds
	orders []*Stmt // the Orders met so far; their channels are numbered
	thread int
}

func (g *goWriter) printf(format string, args ...any) { fmt.Fprintf(g, format, args...) }

func (g *goWriter) program() {
	for _, t := range g.Threads {
		walk(t.Body, func(s *Stmt) {
			if s.Op == Order {
				g.orders = append(g.orders, s)
			}
		})
	}
	g.printf("// Command traceprogram does what a recorded program did to synchronise, and\n// nothing else. It was generated; the comments tell where each statement comes from.\npackage main\n\nimport (\n\t\"fmt\"\n\t\"sync\"\n)\n\nvar (\n")
	for i := range g.Objects {
		g.declare(i)
	}
	latches := g.latches()
	for i, v := range g.Vars {
		switch {
		case latches[i]:
			g.printf("\tsignalled%d = make(chan struct{}) // closed when it was\n", i+1)
		default:
			g.printf("\t%s = int64(%d) // %s\n", g.variable(i), v.Start, v.Name)
		}
	}
	for i := range g.orders {
		g.printf("\torder%d = make(chan struct{}) // closed when what comes before was done\n", i+1)
	}
	g.printf("\tall sync.WaitGroup // the goroutines of this program\n)\n")
	for i := range g.Threads {
		g.body(i, latches)
	}
	if len(g.orders) > 0 {
		g.printf("%s", passedText)
	}
	if slices.ContainsFunc(g.Objects, func(o Object) bool { return o.Kind == trace.KindKey }) {
		g.printf("%s", semaphoreText)
	}
	g.main()
}

// semaphoreText is a semaphore, for programs that have one.
const semaphoreText = `
// A semaphore has units that are taken and given back.
type semaphore struct {
	mu   sync.Mutex
	more *sync.Cond
	n    int64
}

func newSemaphore(n int64) *semaphore {
	s := &semaphore{n: n}
	s.more = sync.NewCond(&s.mu)
	return s
}

func (s *semaphore) take(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.n < n {
		s.more.Wait()
	}
	s.n -= n
}

func (s *semaphore) give(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n += n
	s.more.Broadcast()
}
`

// passedText ends the waits for a place, once.
const passedText = `
// passed tells who waits for that that this goroutine has come by.
func passed(order chan struct{}) {
	select {
	case <-order:
	default:
		close(order)
	}
}
`

// latches tells the variables that only say that a signal was sent.
func (p *Program) latches() map[int]bool {
	l := map[int]bool{}
	for _, t := range p.Threads {
		walk(t.Body, func(s *Stmt) {
			if s.Op == Wait && s.NoMissedSignal {
				l[int(s.Arg)] = true
			}
		})
	}
	return l
}

func (g *goWriter) class(i int) string {
	if g.names.Object == nil {
		return ""
	}
	return g.names.Object(i)
}

// object is the identifier of an object: the last word of its class and its number.
func (g *goWriter) object(i int) string {
	class := g.class(i)
	class = class[strings.LastIndexByte(class, '.')+1:]
	word := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, class)
	if word == "" || !unicode.IsLetter(rune(word[0])) {
		word = g.Objects[i].Kind.String()
	}
	return fmt.Sprintf("%s_%d", word, i+1)
}

func (g *goWriter) variable(v int) string { return fmt.Sprintf("x%d", v+1) }

func (g *goWriter) declare(i int) {
	o, name := g.Objects[i], g.object(i)
	switch o.Kind {
	case trace.KindMutex:
		g.printf("\t%s sync.Mutex", name)
	case trace.KindRWMutex:
		g.printf("\t%s sync.RWMutex", name)
	case trace.KindCond:
		g.printf("\t%s = sync.NewCond(%s)", name, g.lockOf(i))
	case trace.KindWaitGroup:
		g.printf("\t%s sync.WaitGroup", name)
	case trace.KindKey:
		g.printf("\t%s = newSemaphore(%d)", name, o.Count)
	case trace.KindChan:
		g.printf("\t%s = make(chan struct{}, %d)", name, o.Capacity)
	}
	g.printf(" // %s\n", g.class(i))
}

// lockOf is the lock of a condition variable.
func (g *goWriter) lockOf(cond int) string {
	lock := "new(sync.Mutex)"
	for _, t := range g.Threads {
		walk(t.Body, func(s *Stmt) {
			if s.Op == Wait && s.Obj == cond && s.Lock2 >= 0 {
				lock = "&" + g.object(s.Lock2)
				if s.Read {
					lock = g.object(s.Lock2) + ".RLocker()"
				}
			}
		})
	}
	return lock
}

func (g *goWriter) body(t int, latches map[int]bool) {
	g.thread = t
	g.printf("\n// goroutine %d of the recorded run\nfunc thread%d() {\ndefer all.Done()\n", g.Threads[t].G, t+1)
	if g.rounds.early[t] {
		g.printf("early := 0 // the loop of which a later round came before its time\n")
	}
	first := ^uint64(0)
	if body := g.Threads[t].Body; len(body) > 0 {
		first = body[0].Source.Seq
	}
	g.ordersBetween(t, 0, first)
	for k, s := range g.Threads[t].Body {
		g.stmt(s, latches)
		if n := g.rounds.labels[s]; n > 0 {
			g.printf("behind%d:\n", n)
		}
		next := ^uint64(0)
		if k+1 < len(g.Threads[t].Body) {
			next = g.Threads[t].Body[k+1].Source.Seq
		}
		g.ordersBetween(t, s.Source.Seq, next)
	}
	g.printf("}\n")
}

// ordersBetween closes what waits for the last statement in a range of events.
func (g *goWriter) ordersBetween(t int, from, to uint64) {
	for i, o := range g.orders {
		if o.Obj == t && uint64(o.Arg) >= from && uint64(o.Arg) < to {
			g.printf("passed(order%d)\n", i+1)
		}
	}
}

func (g *goWriter) list(list []*Stmt, latches map[int]bool) {
	for k, s := range list {
		g.stmt(s, latches)
		if k+1 < len(list) && !s.Assumed {
			g.ordersBetween(g.thread, s.Source.Seq, list[k+1].Source.Seq)
		}
	}
}

func (g *goWriter) stmt(s *Stmt, latches map[int]bool) {
	note := ""
	if g.names.Place != nil {
		if at := g.names.Place(s.Source); at != "" {
			note = " // " + at
		}
	}
	if s.Assumed {
		note += " (did not happen in the recorded run)"
		if !strings.Contains(note, "//") {
			note = " //" + note
		}
	}
	switch s.Op {
	case If, Loop:
		word := map[Op]string{If: "if", Loop: "for"}[s.Op]
		g.printf("%s %s {%s\n", word, s.Cond.condition(g.variable), note)
		g.list(s.Then, latches)
		if len(s.Else) > 0 {
			g.printf("} else {\n")
			g.list(s.Else, latches)
		}
		g.printf("}\n")
	case Select, RecvClosed:
		g.choose(s, note)
	default:
		g.printf("%s%s\n", g.simple(s, latches), note)
	}
}

// simple is a statement of one line.
func (g *goWriter) simple(s *Stmt, latches map[int]bool) string {
	switch s.Op {
	case Go:
		return fmt.Sprintf("all.Add(1); go thread%d()", s.Arg+1)
	case Set:
		if latches[s.Obj] {
			return fmt.Sprintf("close(signalled%d)", s.Obj+1)
		}
		return fmt.Sprintf("%s = %d", g.variable(s.Obj), s.Arg)
	case Inc:
		return fmt.Sprintf("%s += %d", g.variable(s.Obj), s.Arg)
	case Order:
		for i, o := range g.orders {
			if o == s {
				return fmt.Sprintf("<-order%d", i+1)
			}
		}
	case Wait:
		return g.wait(s)
	case Rest:
		return "return // what it did from here on is not known"
	}
	name := g.object(s.Obj)
	switch s.Op {
	case TryLock:
		return fmt.Sprintf("if !%s.TryLock() { return }", name)
	case TryRLock:
		return fmt.Sprintf("if !%s.TryRLock() { return }", name)
	case Take:
		return fmt.Sprintf("%s.take(%d)", name, s.Arg)
	case Add:
		if g.Objects[s.Obj].Kind == trace.KindKey {
			return fmt.Sprintf("%s.give(%d)", name, s.Arg)
		}
		return fmt.Sprintf("%s.Add(%d)", name, s.Arg)
	case WGWait:
		return name + ".Wait()"
	case Close:
		return fmt.Sprintf("close(%s)", name)
	case Send, Recv:
		return g.transfer(s, name)
	}
	return fmt.Sprintf("%s.%s()", name, map[Op]string{Lock: "Lock", RLock: "RLock", Unlock: "Unlock", RUnlock: "RUnlock", Signal: "Signal", Broadcast: "Broadcast"}[s.Op])
}

// transfer is a send or receive. A send with a default is left out where no goroutine
// takes it; a receive with one is where the goroutine goes another way.
func (g *goWriter) transfer(s *Stmt, name string) string {
	op := "<-" + name
	if s.Op == Send {
		op = name + " <- struct{}{}"
	}
	switch {
	case g.Objects[s.Obj].Timer:
		return "// " + op + " never waits for a goroutine"
	case s.MayContinue && s.Op == Send:
		return fmt.Sprintf("select { case %s: default: }", op)
	case s.MayContinue:
		return fmt.Sprintf("select { case %s: default: return }", op)
	}
	return op
}

// wait is a Wait; one whose condition is not known lasts until its signal was sent.
func (g *goWriter) wait(s *Stmt) string {
	if !s.NoMissedSignal {
		return g.object(s.Obj) + ".Wait()"
	}
	until := fmt.Sprintf("<-signalled%d", s.Arg+1)
	if s.Lock2 < 0 {
		return until
	}
	lock := g.object(s.Lock2)
	if s.Read {
		return fmt.Sprintf("%s.RUnlock(); %s; %s.RLock()", lock, until, lock)
	}
	return fmt.Sprintf("%s.Unlock(); %s; %s.Lock()", lock, until, lock)
}

// main starts the threads that no other goroutine starts.
func (g *goWriter) main() {
	g.printf("\nfunc main() {\n")
	for i, o := range g.Objects {
		if o.Kind == trace.KindWaitGroup && o.Count != 0 {
			g.printf("%s.Add(%d)\n", g.object(i), o.Count)
		}
	}
	for i, o := range g.Objects {
		if o.Kind == trace.KindChan && o.Count > 0 {
			g.printf("for range %d {\n%s <- struct{}{}\n}\n", o.Count, g.object(i))
		}
		if o.Timer {
			g.printf("close(%s) // a timer: it is always ready\n", g.object(i))
		} else if o.Closed {
			g.printf("close(%s)\n", g.object(i))
		}
	}
	for i, t := range g.Threads {
		if t.Parent < 0 {
			g.printf("all.Add(1)\ngo thread%d()\n", i+1)
		}
	}
	g.printf("all.Wait()\nfmt.Println(\"no deadlock this time\")\n}\n")
}
