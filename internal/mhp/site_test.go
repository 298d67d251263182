package mhp

import (
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/load"
)

// named is a program that writes how the runtime names the places at which it locks.
const named = `package main

import (
	"encoding/json"
	"os"
	"runtime"
	"sync"
)

type site struct {
	Func, File string
	Line       int
}

var list []site

type mutex struct{ sync.Mutex }

func (m *mutex) Lock() {
	pc := make([]uintptr, 1)
	runtime.Callers(2, pc)
	f, _ := runtime.CallersFrames(pc).Next()
	list = append(list, site{f.Function, f.File, f.Line})
	m.Mutex.Lock()
}

var mu mutex

type thing struct{ v int }

func (t thing) value() { mu.Lock(); mu.Unlock() }

func (t *thing) pointer() {
	mu.Lock()
	mu.Unlock()
}

type box[T any] struct{ v T }

func (b *box[T]) method() {
	mu.Lock()
	mu.Unlock()
	func() {
		mu.Lock()
		mu.Unlock()
	}()
}

func generic[T any](v T) {
	mu.Lock()
	mu.Unlock()
}

var global = func() int {
	mu.Lock()
	mu.Unlock()
	return 1
}()

func init() {
	mu.Lock()
	mu.Unlock()
}

func small() {
	func() {
		mu.Lock()
		mu.Unlock()
	}()
}

func main() {
	thing{}.value()
	(&thing{}).pointer()
	(&box[int]{}).method()
	(&box[string]{}).method()
	generic(1)
	small()
	func() {
		defer func() {
			mu.Lock()
			mu.Unlock()
		}()
		func() {
			mu.
				Lock()
			mu.Unlock()
		}()
	}()
	for range func(yield func() bool) { yield() } {
		mu.Lock()
		mu.Unlock()
	}
	done := make(chan bool)
	go func() {
		mu.Lock()
		mu.Unlock()
		done <- true
	}()
	<-done
	json.NewEncoder(os.Stdout).Encode(list)
}
`

// TestSites wants that the place of each lock of a program, as the runtime names
// it in that program, is the call of Lock and nothing else.
func TestSites(t *testing.T) {
	c := testCase{dir: t.TempDir()}
	c.write(t, "go.mod", "module example.com/m\n\ngo 1.26\n")
	c.write(t, "main.go", named)
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = c.dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []Site
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatal(err)
	}
	p, err := Load(context.Background(), load.Options{Dir: c.dir, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 14 {
		t.Errorf("%d places, want 14: %v", len(list), list)
	}
	for _, s := range list {
		if rest, ok := strings.CutPrefix(s.Func, "main."); ok {
			s.Func = "example.com/m." + rest
		}
		s.File = "main.go"
		found, why := p.operations(s)
		if why != 0 || len(found) == 0 || len(found) > 2 { // two instances of box
			t.Errorf("%s:%d: %d operations, %v", s.Func, s.Line, len(found), why)
		}
		for _, in := range found {
			if in, ok := in.(interface{ String() string }); !ok || !strings.Contains(in.String(), "Lock") {
				t.Errorf("%s:%d: %v", s.Func, s.Line, in)
			}
		}
		t.Logf("%s:%d: %v", s.Func, s.Line, found)
	}
}

// TestNoSite wants a reason for places at which there is no lock.
func TestNoSite(t *testing.T) {
	c := readCase(t, "testdata/holds/order_go.txtar")
	p, err := Load(context.Background(), load.Options{Dir: c.dir, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []struct {
		sides []Side
		want  Reason
	}{
		{nil, OneSide},
		{c.sides[:1], OneSide},
		{[]Side{c.sides[0], {Wants: Site{File: "other.go", Line: 1}}}, NoSite},
		{[]Side{c.sides[0], {Wants: Site{File: "main.go", Line: 1}}}, NoSite},
		{[]Side{c.sides[0], {}}, NoSite},
	} {
		if proof, list := p.Exclude(s.sides); proof != nil || len(list) != 1 || list[0].Why != s.want {
			t.Errorf("%v: %v, %v; want %v", s.sides, proof, list, s.want)
		}
	}
}
