package program

import (
	"bytes"
	"fmt"
	"go/format"
	"strings"
	"time"
)

// A Source is a program as Go.
type Source struct {
	Name  string      // of the file
	Text  []byte      // gofmt's form
	Lines map[int]int // line -> site
}

// PackageName is the package of all files.
const PackageName = "oracle"

// Source prints p as a test file. Every operation has a line of its own.
func (p *Program) Source() (Source, error) {
	w := &writer{p: p, used: p.uses()}
	w.file()
	text, err := format.Source(w.Bytes())
	if err != nil {
		return Source{}, fmt.Errorf("program %s is no Go: %w; repair the printer", p.Name, err)
	}
	src := Source{Name: p.Name + "_test.go", Lines: map[int]int{}}
	src.Text = unmark(text, src.Lines)
	return src, nil
}

// TestName is the name of the test function.
func (p *Program) TestName() string { return "Test" + strings.ToUpper(p.Name[:1]) + p.Name[1:] }

// Field is the name of an object.
func (p *Program) Field(object int) string {
	prefix := map[Kind]string{Mutex: "m", RWMutex: "r", Chan: "c", NilChan: "n", Jobs: "jobs", Once: "o", WaitGroup: "wg", Timer: "t"}
	return fmt.Sprintf("%s%d", prefix[p.Objects[object].Kind], object)
}

func typeOf(o Object) string {
	return map[Kind]string{Mutex: "sync.Mutex", RWMutex: "sync.RWMutex", Chan: "chan int", NilChan: "chan int",
		Jobs: "chan func()", Once: "sync.Once", WaitGroup: "sync.WaitGroup", Timer: "*time.Timer"}[o.Kind]
}

// A mark is a comment at the end of a line that carries its site through gofmt.
const mark = " //@"

// unmark removes the marks and notes which line had which.
func unmark(text []byte, lines map[int]int) []byte {
	var out bytes.Buffer
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		code, site, marked := strings.Cut(strings.TrimSuffix(line, "\n"), strings.TrimSpace(mark))
		if marked {
			var number int
			if _, err := fmt.Sscan(site, &number); err == nil {
				lines[n] = number
			}
		}
		out.WriteString(strings.TrimRight(code, " \t") + "\n")
	}
	return out.Bytes()
}

type writer struct {
	bytes.Buffer
	p    *Program
	used uses
}

func (w *writer) linef(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// site writes a line that is an operation.
func (w *writer) site(s *Stmt, format string, args ...any) {
	w.linef("%s%s%d", fmt.Sprintf(format, args...), mark, s.Site)
}

func (w *writer) file() {
	imports := []string{`"testing"`}
	if w.needsSync() {
		imports = append(imports, `"sync"`)
	}
	if w.needsTime() {
		imports = append(imports, `"time"`)
	}
	w.linef("package %s\n\nimport (\n%s\n)\n", PackageName, strings.Join(imports, "\n"))
	w.linef("type %s struct {", w.p.Name)
	for i, o := range w.p.Objects {
		if w.used.objects[i] {
			w.linef("%s %s", w.p.Field(i), typeOf(o))
		}
	}
	w.linef("}\n")
	for i := range w.p.Bodies {
		if w.used.bodies[i] {
			w.body(i)
		}
	}
}

func (w *writer) needsSync() bool {
	for i, o := range w.p.Objects {
		if w.used.objects[i] && strings.HasPrefix(typeOf(o), "sync.") {
			return true
		}
	}
	return false
}

func (w *writer) needsTime() bool {
	return w.used.ops[Sleep] || w.used.ops[After] || w.used.ops[AfterFunc]
}

func (w *writer) body(i int) {
	if i > 0 {
		w.linef("func (p *%s) %s() {", w.p.Name, bodyName(i))
	} else {
		w.linef("func %s(t *testing.T) {\np := &%s{%s}", w.p.TestName(), w.p.Name, w.made())
	}
	w.list(w.p.Bodies[i])
	w.linef("}\n")
}

func bodyName(i int) string { return fmt.Sprintf("f%d", i) }

// made lists the channels of a composite literal.
func (w *writer) made() string {
	var list []string
	for i, o := range w.p.Objects {
		if w.used.objects[i] && (o.Kind == Chan || o.Kind == Jobs) {
			size := ""
			if o.Cap > 0 {
				size = fmt.Sprintf(", %d", o.Cap)
			}
			list = append(list, fmt.Sprintf("%s: make(%s%s)", w.p.Field(i), typeOf(o), size))
		}
	}
	return strings.Join(list, ", ")
}

func (w *writer) list(stmts []Stmt) {
	for i := range stmts {
		w.stmt(&stmts[i])
	}
}

// methods are the operations that are a call of a method without arguments.
var methods = map[Op]string{Lock: "Lock", Unlock: "Unlock", RLock: "RLock", RUnlock: "RUnlock", Done: "Done", Wait: "Wait", Stop: "Stop"}

func (w *writer) stmt(s *Stmt) {
	if name, ok := methods[s.Op]; ok {
		w.site(s, "p.%s.%s()", w.p.Field(s.Object), name)
		return
	}
	switch s.Op {
	case Send, Recv:
		w.site(s, "%s", w.comm(s))
	case Close:
		w.site(s, "close(p.%s)", w.p.Field(s.Object))
	case Add:
		w.site(s, "p.%s.Add(1)", w.p.Field(s.Object))
	case Do:
		w.site(s, "p.%s.Do(p.%s)", w.p.Field(s.Object), bodyName(s.Body))
	case Go:
		w.site(s, "go p.%s()", bodyName(s.Body))
	case Call:
		w.site(s, "p.%s()", bodyName(s.Body))
	case AfterFunc:
		w.site(s, "p.%s = time.AfterFunc(%s, p.%s)", w.p.Field(s.Object), duration(s.Delay), bodyName(s.Body))
	case PutJob:
		w.site(s, "p.%s <- p.%s", w.p.Field(s.Object), bodyName(s.Body))
	case Return:
		w.site(s, "return")
	case Sleep:
		w.site(s, "time.Sleep(%s)", duration(s.Delay))
	default:
		w.compound(s)
	}
}

func (w *writer) compound(s *Stmt) {
	switch s.Op {
	case TryLock:
		w.site(s, "if p.%s.TryLock() {", w.p.Field(s.Object))
		w.list(s.Then)
		if len(s.Else) > 0 {
			w.linef("} else {")
			w.list(s.Else)
		}
	case TakeJob:
		w.linef("{")
		w.site(s, "job := <-p.%s", w.p.Field(s.Object))
		w.linef("job()")
	case EachJob:
		w.site(s, "for job := range p.%s {", w.p.Field(s.Object))
		w.linef("job()")
	case Loop:
		w.site(s, "for {")
		w.list(s.Then)
	case Select:
		w.site(s, "select {")
		for i := range s.Cases {
			w.linef("%s:%s%d", w.head(&s.Cases[i]), mark, s.Site)
			w.list(s.Cases[i].Then)
		}
	}
	w.linef("}")
}

// comm is a send or a receive.
func (w *writer) comm(s *Stmt) string {
	if s.Op == Send {
		return fmt.Sprintf("p.%s <- 1", w.p.Field(s.Object))
	}
	return "<-p." + w.p.Field(s.Object)
}

// head is that of a case of a select.
func (w *writer) head(c *Stmt) string {
	switch c.Op {
	case Default:
		return "default"
	case After:
		return fmt.Sprintf("case <-time.After(%s)", duration(c.Delay))
	}
	return "case " + w.comm(c)
}

func duration(d time.Duration) string {
	return fmt.Sprintf("%d * time.Millisecond", d.Milliseconds())
}
