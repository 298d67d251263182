package mhp

import (
	"fmt"
	"go/ast"
	goimporter "go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/matrix"
)

// A step is a statement of a random program. What it does to one model thread is its text in the little language of [model].
type step struct{ source, does string }

// steps are the statements. In does, A and B are the two operations, a small letter is its end, (…) a goroutine,
// ! and ? a send and a receive, o…. a Do of the Once, p and q the jobs A and B that are sent.
var steps = []step{
	{"ab()", "Aa"}, {"ba()", "Bb"},
	{"go func() { ab(); done <- true }()", "(Aa!)"}, {"go func() { ba(); done <- true }()", "(Bb!)"}, {"go func() { done <- true }()", "(!)"},
	{"<-done", "?"}, {"<-done", "?"}, {"<-done", "?"},
	{"once.Do(ab)", "oAa."}, {"once.Do(func() {})", "o."},
	{"go func() { once.Do(ab); ba() }()", "(oAa.Bb)"}, {"go func() { ba(); once.Do(ab) }()", "(Bboa.)"}, {"go func() { once.Do(ab) }()", "(oAa.)"},
	{"jobs <- ab", "p"}, {"jobs <- ba", "q"}, {"jobs <- func() { once.Do(ab) }", "r"},
}

// worker does jobs, as often as there are some.
var worker = step{"go func() { for job := range jobs { job() } }()", "(w)"}

const programHead = `package main

import "sync"

var x, y sync.Mutex

func ab() {
	x.Lock()
	y.Lock()
	y.Unlock()
	x.Unlock()
}

func ba() {
	y.Lock()
	x.Lock()
	x.Unlock()
	y.Unlock()
}

var (
	once sync.Once
	flag bool
)

func main() {
	done := make(chan bool, 8)
	jobs := make(chan func(), 8)
	_, _ = done, jobs
`

// randomProgram is one in Go and in the language of the model, in which [n skips n bytes or not.
func randomProgram(r *rand.Rand) (source, does string) {
	var text, model strings.Builder
	text.WriteString(programHead)
	list := slices.Repeat([]step{worker}, r.IntN(3))
	for range 2 + r.IntN(5) {
		list = append(list, steps[r.IntN(len(steps))])
	}
	for _, s := range list {
		if r.IntN(8) == 0 {
			s = step{"if flag { " + s.source + " }", "[" + string(rune('0'+len(s.does))) + s.does}
		}
		text.WriteString("\t" + s.source + "\n")
		model.WriteString(s.does)
	}
	return text.String() + "}\n", model.String()
}

// A model is a state of a program: what each goroutine has still to do, and what the channels and the Once have.
type model struct {
	threads []string
	sent    int
	jobs    string
	once    byte // 0, 1 while it is done, 2
}

// overlaps reports whether two goroutines are in A and B at one time in some run.
func (m model) overlaps(seen map[string]bool) bool {
	key := fmt.Sprint(m)
	if seen[key] {
		return false
	}
	seen[key] = true
	in := func(end byte) int {
		return slices.IndexFunc(m.threads, func(t string) bool { return t != "" && t[0] == end })
	}
	if in('a') >= 0 && in('b') >= 0 {
		return true
	}
	for i, t := range m.threads {
		if t == "" {
			continue
		}
		for _, next := range m.steps(i, t) {
			if next.overlaps(seen) {
				return true
			}
		}
	}
	return false
}

// steps are the states after the next step of a goroutine.
func (m model) steps(i int, t string) (list []model) {
	n := m
	n.threads = slices.Clone(m.threads)
	rest := t[1:]
	switch t[0] {
	case 'A', 'B', 'a', 'b':
	case '(':
		depth := strings.IndexByte(rest, ')')
		n.threads = append(n.threads, rest[:depth])
		rest = rest[depth+1:]
	case '!':
		n.sent++
	case '?':
		if n.sent--; n.sent < 0 {
			return nil
		}
	case 'o':
		end := strings.IndexByte(rest, '.')
		switch m.once {
		case 1:
			return nil
		case 2:
			rest = rest[end+1:]
		default:
			n.once = 1
		}
	case '.':
		n.once = 2
	case 'p', 'q', 'r':
		n.jobs += t[:1]
	case 'w':
		if m.jobs == "" {
			return nil
		}
		n.jobs = m.jobs[1:]
		rest = map[byte]string{'p': "Aa", 'q': "Bb", 'r': "oAa."}[m.jobs[0]] + t
	case '[':
		length := int(rest[0] - '0')
		skip := n
		skip.threads = slices.Clone(n.threads)
		skip.threads[i] = rest[1+length:]
		n.threads[i] = rest[1:]
		return []model{n, skip}
	}
	n.threads[i] = rest
	return []model{n}
}

// proofOf asks for a proof that the two operations of a program exclude each other.
func proofOf(t *testing.T, fset *token.FileSet, imp types.Importer, name, source string) *Proof {
	t.Helper()
	file, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: imp}).Check("m", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	prog, err := Single(Unit{Fset: fset, Files: []*ast.File{file}, Types: pkg, Sizes: types.SizesFor("gc", "amd64")})
	if err != nil {
		t.Fatal(err)
	}
	at := func(fn string, line int) Site { return Site{Func: fn, File: name, Line: line} }
	proof, _ := prog.Exclude([]Side{
		{Holds: []Site{at("m.ab", 8)}, Wants: at("m.ab", 9)},
		{Holds: []Site{at("m.ba", 15)}, Wants: at("m.ba", 16)},
	})
	return proof
}

// TestRandom shows on random programs that there is no proof where a search of all runs finds both operations at one time. It logs how
// many programs of the others have one.
func TestRandom(t *testing.T) { proveRandom(t, matrix.Count(100, 400)) }

func proveRandom(t *testing.T, n int) {
	t.Helper()
	r := rand.New(rand.NewPCG(29, 3))
	fset := token.NewFileSet()
	imp := goimporter.ForCompiler(fset, "source", nil)
	proofs, apart := 0, 0
	for i := range n {
		source, does := randomProgram(r)
		if !strings.ContainsAny(does, "Apr") || !strings.ContainsAny(does, "Bq") {
			continue
		}
		overlap := model{threads: []string{does}}.overlaps(map[string]bool{})
		proof := proofOf(t, fset, imp, fmt.Sprintf("m%d.go", i), source)
		switch {
		case overlap && proof != nil:
			t.Errorf("%s: %s, and there is a run with both\n%s", does, proof.Why, source)
		case proof != nil:
			proofs++
			fallthrough
		case !overlap:
			apart++
		}
	}
	t.Logf("%d programs have no run with both; proofs of %d", apart, proofs)
	if proofs < apart/3 {
		t.Errorf("%d proofs for %d programs", proofs, apart)
	}
}
