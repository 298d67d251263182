package alias

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/load"
)

// body is a package with two locks, at lines that end in // x and // y.
const body = `

import "sync"

type T struct{ mu sync.Mutex }

type pair struct{ x, y *T }

func (p *pair) both() {
	p.x.mu.Lock() // x
	p.x.mu.Unlock()
	p.y.mu.Lock() // y
	p.y.mu.Unlock()
}
`

// trip is a type of which package net/http calls the method.
const trip = `
type trip struct{ t *T }

func (*trip) RoundTrip(*http.Request) (*http.Response, error) { return nil, nil }

`

// page has a type with a method that package json calls.
const page = `
type part struct{ x, y *T }

func (p *part) MarshalJSON() ([]byte, error) {
	(&pair{p.x, p.y}).both()
	return nil, nil
}

type page struct {
	N    int
	Part *part
	part *part
}

`

// box is a generic type that is not exported, with a variable of it.
const box = `
type cell[U any] struct{ v U }

func (c *cell[U]) Put(v U) { c.v = v }

var (
	kept  = &cell[*T]{&T{}}
	other = &T{}
)

func Other() *T { return other }

func Run() { (&pair{kept.v, other}).both() }

`

// TestLocks has programs in which two fields hold two objects, and what may bring them together.
func TestLocks(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  Answer
	}{
		"two":                    {map[string]string{"main.go": "package main" + body + "func main() { (&pair{&T{}, &T{}}).both() }"}, Never},
		"one":                    {map[string]string{"main.go": "package main" + body + "func main() { t := &T{}; (&pair{t, t}).both() }"}, May},
		"swapped":                {map[string]string{"main.go": "package main" + body + "func main() { p := &pair{&T{}, &T{}}; p.x, p.y = p.y, p.x; p.both() }"}, May},
		"never called":           {map[string]string{"main.go": "package main" + body + "func main() {}"}, May},
		"library":                {map[string]string{"lib.go": "package lib" + body + "func Run(x, y *T) { (&pair{x, y}).both() }"}, May},
		"hidden":                 {map[string]string{"lib.go": "package lib" + body + "func Run() { (&pair{&T{}, &T{}}).both() }"}, Never},
		"open variable":          {map[string]string{"lib.go": "package lib" + body + "var V = &T{}\nvar W = &T{}\nfunc Run() { (&pair{V, W}).both() }"}, May},
		"own variables":          {map[string]string{"lib.go": "package lib" + body + "var v = &T{}\nvar w = &T{}\nfunc Run() { (&pair{v, w}).both() }"}, Never},
		"generic":                {map[string]string{"lib.go": "package lib" + body + "func Run[U any]() { (&pair{&T{}, &T{}}).both() }"}, May},
		"unsafe":                 {map[string]string{"main.go": "package main" + body + "func main() { (&pair{&T{}, &T{}}).both() }", "u.go": "package main\n\nimport \"unsafe\"\n\nvar _ unsafe.Pointer"}, May},
		"test is caller":         {map[string]string{"lib.go": "package lib" + body, "lib_test.go": "package lib\n\nimport \"testing\"\n\nfunc TestPair(*testing.T) { (&pair{&T{}, &T{}}).both() }"}, Never},
		"sent by reflection":     {using("reflect", "func main() { c := make(chan *T, 2); x := &T{}; c <- &T{}; reflect.ValueOf(c).Send(reflect.ValueOf(x)); <-c; (&pair{x, <-c}).both() }"), May},
		"received by reflection": {using("reflect", "func main() { c := make(chan *T, 2); x := &T{}; c <- &T{}; reflect.ValueOf((<-chan *T)(c)).Len(); (&pair{x, <-c}).both() }"), Never},
		"variable of another package": {using("net/http", trip+`func main() {
	x, y := &T{}, &trip{&T{}}
	http.DefaultClient.Transport = &trip{x}
	if t, ok := http.DefaultClient.Transport.(*trip); ok {
		y = t
	}
	(&pair{x, y.t}).both()
}`), May},
		"variable is not read": {using("net/http", trip+`func main() {
	x, y := &T{}, &T{}
	http.DefaultClient.Transport = &trip{x}
	(&pair{x, y}).both()
}`), Never},
		"method of an element": {using("encoding/json", page+`func main() {
	x := &T{}
	(&part{&T{}, &T{}}).MarshalJSON()
	json.Marshal(map[string][]page{"": {{Part: &part{x, x}}}})
}`), May},
		"method of a hidden field": {using("encoding/json", page+`func main() {
	x := &T{}
	(&part{&T{}, &T{}}).MarshalJSON()
	p := &page{part: &part{&T{}, x}}
	json.Marshal(p.N)
	p.part.MarshalJSON()
}`), Never},
		"value behind an interface": {using("sync/atomic", `
type keeper interface{ Store(any) }

func main() {
	var v atomic.Value
	x := &T{}
	v.Store(&T{})
	var k keeper = &v
	k.Store(x)
	(&pair{x, v.Load().(*T)}).both()
}`), May},
		"another value behind an interface": {using("sync/atomic", `
type keeper interface{ Store(any) }

func main() {
	var v atomic.Value
	x := &T{}
	v.Store(&T{})
	var k keeper = &v
	k.Store(&T{})
	(&pair{x, v.Load().(*T)}).both()
}`), Never},
		"instance that is lent": {map[string]string{"lib.go": "package lib" + body + box + "func Cell() *cell[*T] { return kept }"}, May},
		"instance that is kept": {map[string]string{"lib.go": "package lib" + body + box + "func cellOf() *cell[*T] { return kept }"}, Never},
		"set as a whole": {using("reflect", `type two struct{ a, b *T }

func main() {
	x, t := &T{}, &two{&T{}, &T{}}
	reflect.ValueOf(t).Elem().Set(reflect.ValueOf(two{b: x}))
	(&pair{x, t.b}).both()
}`), May},
		"inserted": {using("slices", `func main() {
	x, list := &T{}, make([]pair, 1, 2)
	list[0].y = &T{}
	slices.Insert(list, 0, pair{y: x})
	(&pair{x, list[0].y}).both()
}`), May},
		"passed by value": {using("slices", `func main() {
	x, list := &T{}, []pair{{y: &T{}}}
	_ = slices.AppendSeq(list[:0], func(yield func(pair) bool) { yield(pair{y: x}) })
	(&pair{x, list[0].y}).both()
}`), May},
		"set beside a field": {using("reflect", `type two struct{ a, b *T }

func main() {
	t := &two{&T{}, &T{}}
	reflect.ValueOf(t).Elem().Set(reflect.ValueOf(two{&T{}, &T{}}))
	(&pair{t.a, t.b}).both()
}`), Never},
		"not reached": {using("reflect", `func main() {
	p, q := &pair{&T{}, &T{}}, &pair{&T{}, &T{}}
	reflect.ValueOf(p.x).Elem()
	(&pair{p.y, q.y}).both()
}`), Never},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			c.files["go.mod"] = "module example.com/m\n\ngo 1.25\n"
			for file, text := range c.files {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			named, all, err := load.Program(context.Background(), load.Options{Dir: dir, Patterns: []string{"."}, Tests: true})
			if err != nil {
				t.Fatal(err)
			}
			x, y := places(c.files)
			if got := New(named, all).Locks(x, y); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// using is a command that imports one more package.
func using(path, text string) map[string]string {
	return map[string]string{"main.go": "package main" + strings.Replace(body, `import "sync"`, `import "sync"; import "`+path+`"`, 1) + text}
}

// places are those of the two locks.
func places(files map[string]string) (x, y string) {
	for _, dir := range []string{"main", "lib"} {
		text, path := files[dir+".go"], "example.com/m/"+dir+".go"
		if text == "" {
			continue
		}
		return path + line(text, "// x"), path + line(text, "// y")
	}
	return "", ""
}

func line(text, mark string) string {
	before, _, _ := strings.Cut(text, mark)
	return ":" + strconv.Itoa(strings.Count(before, "\n")+1)
}
