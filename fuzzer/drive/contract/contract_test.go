package contract

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// Sentences as people write them, with what they demand. The first ones of a kind are against tests, and those of "" are not.
func TestOf(t *testing.T) {
	for text, want := range map[string]Kind{
		"A Store is not safe for concurrent use.":                              Concurrent,
		"It isn't safe for use by multiple goroutines.":                        Concurrent,
		"Buffer is not goroutine-safe.":                                        Concurrent,
		"This type is NOT thread safe!":                                        Concurrent,
		"A non-thread-safe LRU cache.":                                         Concurrent,
		"Unlike sync.Map, a Set is not safe for concurrent access.":            Concurrent,
		"It is not safe to call Next from multiple goroutines.":                Concurrent,
		"Add must not be called concurrently with Wait.":                       Concurrent,
		"Methods should never be called from several goroutines.":              Concurrent,
		"Do not use an Encoder concurrently.":                                  Concurrent,
		"Concurrent calls to Flush are not allowed.":                           Concurrent,
		"Decoder does not support concurrent use.":                             Concurrent,
		"Run must be called from a single goroutine.":                          Concurrent,
		"Only one goroutine may call Recv.":                                    Concurrent,
		"The caller must hold s.mu.":                                           Concurrent,
		"It must be called with the lock held.":                                Concurrent,
		"Use from several goroutines requires external synchronization.":       Concurrent,
		"Close must be called once.":                                           Again,
		"Close must be called at most once.":                                   Again,
		"Start should only be called once.":                                    Again,
		"Run may be called exactly once, before any other method.":             Again,
		"Stop must not be called twice.":                                       Again,
		"Close can't be called more than once.":                                Again,
		"Calling Stop again panics.":                                           Again,
		"A Store must not be used after Close.":                                After,
		"After Close, the Store must not be used.":                             After,
		"It can not be used once it has been stopped.":                         After,
		"Register must not be called after Start.":                             After,
		"The Pool becomes unusable after Release is called.":                   After,
		"No other method may be called after Close.":                           After,
		"The zero value of Queue is not usable.":                               Zero,
		"The zero Queue is invalid.":                                           Zero,
		"A Queue must be created with New.":                                    Zero,
		"Do not create a Queue directly.":                                      Zero,
		"A Store is safe for concurrent use.":                                  Safe,
		"It is goroutine-safe.":                                                Safe,
		"All methods may be called concurrently.":                              Safe,
		"Methods can be called from multiple goroutines.":                      Safe,
		"Unlike Map, which is not safe for concurrent use, a Store is locked.": "",
		"A Store is not only safe for concurrent use but fast.":                Safe,
		"If the writer is not safe for concurrent use, use Lock.":              "",
		"Guard wraps a Store that is not safe for concurrent use.":             "",
		"The callback must not be called concurrently.":                        "",
		"f must be called once.":                                               "",
		"Each message is delivered at most once.":                              "",
		"Close may be called more than once.":                                  "",
		"Calling Close more than once has no effect.":                          "",
		"It may be called twice.":                                              "",
		"Flush must be called at least once.":                                  "",
		"Done must be called once for each Get.":                               "",
		"Listen must be called once the server is set up.":                     "",
		"The zero value is ready to use.":                                      "",
		"Close may be called after Stop.":                                      "",
		"Add does not block.":                                                  "",
		"Get does not wait, and may return before the concurrent call.":        "",
		"Values that are not found concurrently by others are kept.":           "",
		"The callers hold no lock.":                                            "",
		"You must have Go 1.21.":                                               "",
		"It is used once.":                                                     "",
		"After Close all reads return an error.":                               "",
	} {
		var got []Kind
		for _, d := range Of(text) {
			got = append(got, d.Kind)
		}
		if want == "" && got != nil || want != "" && !slices.Equal(got, []Kind{want}) {
			t.Errorf("%s: %v, want %q", text, got, want)
		}
	}
}

// The names of a sentence tell which functions it is about.
func TestNames(t *testing.T) {
	d := Of("Concurrent use is fine, but Add must not be called concurrently with Wait or Pool.Close.")
	if len(d) != 1 || !slices.Contains(d[0].Names, "Add") || !slices.Equal(d[0].Then, []string{"Wait", "Pool.Close"}) || d[0].Result {
		t.Errorf("%+v", d)
	}
	if d := Of("The returned iterator is not safe for concurrent use."); len(d) != 1 || !d[0].Result {
		t.Errorf("%+v", d)
	}
}

const source = `// Package p is e.g. an example. No type of it is
// safe for concurrent use.
package p

// A T is one.
//   - It must not be used
//     after Close.
type T struct{}

/*
Close is quick.
It must be called at most once.
*/
func (T) Close() {}

type I interface {
	// Do must not be called concurrently.
	Do()
}
`

// Demands are read from the package, from types, functions and methods, each with the line on which its sentence begins.
func TestRead(t *testing.T) {
	fset := token.NewFileSet()
	source := strings.Replace(source, "No type of it is", "It is not", 1)
	f, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	c := Read([]*ast.File{f})
	got := map[string]bool{}
	add := func(list []Demand) {
		for _, d := range list {
			got[strings.TrimPrefix(fset.Position(d.Pos).String(), "p.go:")+" "+string(d.Kind)+" "+d.Text] = true
		}
	}
	add(c.Package)
	for _, list := range c.Objects {
		add(list)
	}
	for _, want := range []string{
		"1:1 concurrent use It is not safe for concurrent use.", "6:1 use after another call It must not be used after Close.",
		"12:1 a second call It must be called at most once.", "17:2 concurrent use Do must not be called concurrently.",
	} {
		if !got[want] {
			t.Errorf("no %s", want)
		}
		delete(got, want)
	}
	if len(got) > 0 {
		t.Errorf("also %v", got)
	}
}

// FuzzOf: a demand has the sentence as it is, one of the kinds, and names that are in it. No text makes it panic.
func FuzzOf(f *testing.F) {
	for _, seed := range []string{"", "A Store is not safe for concurrent use.", "Flush must be called at most once per Open.", "After [T.Close], it can't be used: \xff", "Unlike X, don’t"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range Of(text) {
			if d.Text != text || !slices.Contains([]Kind{Concurrent, Again, After, Zero, Safe}, d.Kind) {
				t.Errorf("%q: %+v", text, d)
			}
			for _, name := range slices.Concat(d.Names, d.Then) {
				if !strings.Contains(contractions.Replace(text), name) {
					t.Errorf("%q: no %s", text, name)
				}
			}
		}
	})
}
