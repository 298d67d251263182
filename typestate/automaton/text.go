package automaton

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Limits of a text. A text beyond them is an error that names the limit.
const (
	MaxText   = 4 << 20 // bytes
	MaxStates = 10_000  // of one automaton
)

// An Error is a mistake in a line of a text.
type Error struct {
	Line int
	Text string // ends with the next thing to do
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Text) }

// Format writes automata as Parse reads them:
//
//	# What stands after a # is a comment.
//	type os.File
//	also example.com/fs.File
//	ignore Fd Name
//	state open
//	  Read Write -> open
//	  Close -> closed
//	state closed final
//	  Close -> closed x3
//
// The first state is that of a new object. An object may be left in a state
// that is final. x3 says that the edge was observed three times. The line
// "origin" tells where a mined automaton comes from. For the static check there
// may also be:
//
//	new os.Open (*net/http.Client).Do .Body
//	ends Next false
//	failing final
//	cancelled final
//	owner final
//
// The words mean:
//
//   - new: these functions return a new object, or one in that field of their result.
//     "literal" stands for composite literals and new. Without such a line, these are
//     followed too.
//   - ends: a call of Next that returns false brings the object to its end.
//   - failing: a function that returns an error may leave the object in any state.
//   - cancelled: the object is at its end when the context is cancelled that the first
//     function was given.
//   - owner: the object is at its end when the receiver of that function is closed.
func Format(automata ...*Automaton) []byte {
	var b strings.Builder
	for i, a := range automata {
		if i > 0 {
			b.WriteString("\n")
		}
		a.format(&b)
	}
	return []byte(b.String())
}

func (a *Automaton) format(b *strings.Builder) {
	fmt.Fprintf(b, "type %s\n", a.Type)
	if len(a.Also) > 0 {
		fmt.Fprintf(b, "also %s\n", strings.Join(a.Also, " "))
	}
	if a.Origin != "" {
		fmt.Fprintf(b, "origin %s\n", a.Origin)
	}
	if len(a.Ignored) > 0 {
		fmt.Fprintf(b, "ignore %s\n", strings.Join(a.Ignored, " "))
	}
	a.formatStatic(b)
	for _, s := range a.States {
		fmt.Fprintf(b, "state %s", s.Name)
		if s.Final {
			b.WriteString(" final")
		}
		b.WriteString("\n")
		a.formatEdges(b, s.Edges)
	}
}

// formatStatic writes what the static check needs.
func (a *Automaton) formatStatic(b *strings.Builder) {
	for _, m := range a.Constructors {
		fmt.Fprintf(b, "new %s\n", strings.TrimSpace(m.Func+" "+m.Field))
	}
	for _, e := range a.Ends {
		fmt.Fprintf(b, "ends %s %s\n", e.Method, e.Result)
	}
	if a.Lenient {
		b.WriteString("failing final\n")
	}
	if a.Cancelled {
		b.WriteString("cancelled final\n")
	}
	if a.Owner {
		b.WriteString("owner final\n")
	}
}

// formatEdges writes one line per target and count.
func (a *Automaton) formatEdges(b *strings.Builder, edges []Edge) {
	rest := slices.Clone(edges)
	slices.SortStableFunc(rest, func(e, f Edge) int { return cmp.Or(cmp.Compare(e.To, f.To), cmp.Compare(e.Count, f.Count)) })
	for len(rest) > 0 {
		n := 1
		for n < len(rest) && rest[n].To == rest[0].To && rest[n].Count == rest[0].Count {
			n++
		}
		b.WriteString(" ")
		for _, e := range rest[:n] {
			b.WriteString(" " + e.Method)
		}
		fmt.Fprintf(b, " -> %s", a.States[rest[0].To].Name)
		if c := rest[0].Count; c > 0 {
			fmt.Fprintf(b, " x%d", c)
		}
		b.WriteString("\n")
		rest = rest[n:]
	}
}

// Parse reads automata. The error is an *Error unless the text is too long.
func Parse(text []byte) ([]*Automaton, error) {
	if len(text) > MaxText {
		return nil, fmt.Errorf("the automata have %d bytes, more than %d; split the file", len(text), MaxText)
	}
	p := &parser{}
	for i, line := range strings.Split(string(text), "\n") {
		p.line = i + 1
		if err := p.read(line); err != nil {
			return nil, err
		}
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	return p.done, nil
}

// A parser is the state between two lines.
type parser struct {
	line  int
	done  []*Automaton
	a     *Automaton // the current one
	names map[string]int
	edges []rawEdge
}

// A rawEdge waits until the names of all states are known.
type rawEdge struct {
	line, from int
	methods    []string
	to         string
	count      uint64
}

func (p *parser) fail(format string, args ...any) error {
	return &Error{p.line, fmt.Sprintf(format, args...)}
}

func (p *parser) read(line string) error {
	line, _, _ = strings.Cut(line, "#")
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	for _, w := range words {
		if strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return p.fail("%q is no word; remove what cannot be printed", w)
		}
	}
	word, rest := words[0], words[1:]
	if word == "type" {
		return p.begin(rest)
	}
	if p.a == nil {
		return p.fail("%q before any type; begin with a line like: type os.File", word)
	}
	switch {
	case slices.Contains(words, "->"):
		return p.edge(words)
	case word == "also":
		p.a.Also = append(p.a.Also, rest...)
	case word == "origin":
		p.a.Origin = strings.Join(rest, " ")
	case word == "ignore":
		p.a.Ignored = append(p.a.Ignored, rest...)
	case word == "state":
		return p.state(rest)
	case word == "new":
		return p.constructors(rest)
	case word == "ends":
		return p.ends(rest)
	case word == "failing" && len(rest) == 1 && rest[0] == "final":
		p.a.Lenient = true
	case word == "cancelled" && len(rest) == 1 && rest[0] == "final":
		p.a.Cancelled = true
	case word == "owner" && len(rest) == 1 && rest[0] == "final":
		p.a.Owner = true
	default:
		return p.fail("cannot read %q; write type, also, ignore, new, ends, failing final, cancelled final, owner final, state or METHOD -> STATE", word)
	}
	return nil
}

// constructors reads functions, each with the field that it may be followed by.
func (p *parser) constructors(rest []string) error {
	for _, w := range rest {
		n := len(p.a.Constructors)
		switch {
		case !strings.HasPrefix(w, "."):
			p.a.Constructors = append(p.a.Constructors, Constructor{Func: w})
		case w == rest[0] || p.a.Constructors[n-1].Field != "":
			return p.fail("the field %s belongs to no function; write it like: new net/http.Get .Body", w)
		default:
			p.a.Constructors[n-1].Field = w
		}
	}
	return nil
}

func (p *parser) ends(rest []string) error {
	if len(rest) != 2 || !slices.Contains([]string{"true", "false", "error"}, rest[1]) {
		return p.fail("an end is a method and true, false or error; write it like: ends Next false")
	}
	p.a.Ends = append(p.a.Ends, End{rest[0], rest[1]})
	return nil
}

func (p *parser) begin(rest []string) error {
	if err := p.end(); err != nil {
		return err
	}
	if len(rest) != 1 {
		return p.fail("a type is one word; write it like: type net/http.Response")
	}
	for _, a := range p.done {
		if a.Type == rest[0] {
			return p.fail("%s has an automaton already; keep one of them", rest[0])
		}
	}
	p.a = &Automaton{Type: rest[0]}
	p.names = map[string]int{}
	p.edges = nil
	return nil
}

func (p *parser) state(rest []string) error {
	if len(rest) == 0 || len(rest) > 2 || len(rest) == 2 && rest[1] != "final" {
		return p.fail("a state is a name, and final when an object may be left in it; write: state open, or: state closed final")
	}
	name := rest[0]
	if _, ok := p.names[name]; ok {
		return p.fail("state %s is there already; put its edges together", name)
	}
	if name == "b" {
		return p.fail("b is the name of the bad state; choose another one")
	}
	if len(p.a.States) == MaxStates {
		return p.fail("more than %d states; make the automaton smaller", MaxStates)
	}
	p.names[name] = len(p.a.States)
	p.a.States = append(p.a.States, State{Name: name, Final: len(rest) == 2})
	return nil
}

func (p *parser) edge(words []string) error {
	if len(p.a.States) == 0 {
		return p.fail("an edge before any state; write a line like: state open")
	}
	i := slices.Index(words, "->")
	to := words[i+1:]
	e := rawEdge{line: p.line, from: len(p.a.States) - 1, methods: words[:i]}
	if len(to) == 2 {
		n, err := strconv.ParseUint(strings.TrimPrefix(to[1], "x"), 10, 64)
		if err != nil || !strings.HasPrefix(to[1], "x") || n == 0 {
			return p.fail("%q is no count; write one like x3, or nothing", to[1])
		}
		e.count = n
	}
	if i == 0 || len(to) == 0 || len(to) > 2 {
		return p.fail("an edge is METHOD ... -> STATE; write it like: Read Write -> open")
	}
	if slices.Contains(e.methods, "type") {
		return p.fail("no method is named type; correct the edge")
	}
	e.to = to[0]
	p.edges = append(p.edges, e)
	return nil
}

// end finishes the current automaton.
func (p *parser) end() error {
	a := p.a
	if a == nil {
		return nil
	}
	if len(a.States) == 0 {
		return p.fail("%s has no state; write a line like: state open", a.Type)
	}
	for _, e := range p.edges {
		if err := p.resolve(e); err != nil {
			return err
		}
	}
	slices.Sort(a.Ignored)
	a.Ignored = slices.Compact(a.Ignored)
	alphabet := a.Alphabet()
	for _, m := range a.Ignored {
		if slices.Contains(alphabet, m) {
			return p.fail("%s of %s is both ignored and on an edge; remove one of them", m, a.Type)
		}
	}
	p.done = append(p.done, a)
	p.a = nil
	return nil
}

func (p *parser) resolve(e rawEdge) error {
	to, ok := p.names[e.to]
	if !ok {
		return &Error{e.line, fmt.Sprintf("there is no state %s; add it, or correct the name", e.to)}
	}
	s := &p.a.States[e.from]
	for _, m := range e.methods {
		if slices.ContainsFunc(s.Edges, func(f Edge) bool { return f.Method == m }) {
			return &Error{e.line, fmt.Sprintf("state %s has an edge for %s already; keep one of them", s.Name, m)}
		}
		s.addEdge(Edge{m, to, e.count})
	}
	return nil
}
