package mhp

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
	"github.com/deadlocklint/deadlocklint/internal/load"
)

func join(list []Refusal) string {
	var lines []string
	for _, r := range list {
		lines = append(lines, r.String())
	}
	return strings.Join(lines, "\n")
}

// TestLibrary has libraries with two sides that only a test calls, one after the other. What some have besides makes callers
// unknown.
func TestLibrary(t *testing.T) {
	for _, c := range []struct {
		name   string
		proven bool
		want   string
	}{
		{"nothing", true, "one goroutine does both"},
		{"unexported_caller_that_nobody_calls", true, "one goroutine does both"},
		{"exported_caller", false, "other packages can call it"},
		{"method_of_an_unexported_type", false, "other packages can call it"},
		{"method_of_a_generic_type_without_instances", false, "other packages can call it"},
		{"generic_function_without_instances", false, "other packages can call it"},
		{"exported_variable", false, "its value is taken"},
		{"interface", false, "through an interface"},
		{"type_argument", false, "a generic function of another module can call it"},
		{"linker_symbol", false, "by its linker symbol"},
		{"initialisation", false, "no function is on all ways"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(fixture.Source(t, "libraries"), c.name)
			text, err := os.ReadFile(filepath.Join(dir, "bank.go"))
			if err != nil {
				t.Fatal(err)
			}
			p, err := Load(context.Background(), load.Options{Dir: dir, Patterns: []string{"."}, Tests: true})
			if err != nil {
				t.Fatal(err)
			}
			proof, refusals := p.Exclude(marked(filepath.Join(c.name, "bank.go"), string(text)))
			switch {
			case proof != nil && (!c.proven || !strings.Contains(proof.Why, c.want)):
				t.Errorf("proof: %s", proof.Why)
			case proof == nil && (c.proven || !strings.Contains(join(refusals), c.want)):
				t.Errorf("no proof: %s", join(refusals))
			}
		})
	}
}

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { fixture.Vet(t) }
