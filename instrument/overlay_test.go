package instrument

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
)

const head = `package main

import (
	"sync"
	"sync/atomic"
)

var _ atomic.Bool

type Queue struct {
	mu     sync.Mutex
	cond   *sync.Cond
	items  []int
	limit  int
	closed bool
	index  map[string]int
	next   *Queue
	check  func() bool
	watch  *bool
}

func (q *Queue) full() bool { return len(q.items) >= q.limit }

func (q *Queue) busy() bool { q.mu.Lock(); defer q.mu.Unlock(); return q.closed }

func main() {}

`

// forms are functions with conditions: how many of them are found, and the
// words with which one is given up.
var forms = []struct {
	name     string
	inferred int
	writes   int
	givenUp  string
}{
	{"an_annotation", 1, 1, ""},
	{"an_annotation_that_does_not_compile", 0, 0, "does not compile"},
	{"an_annotation_that_is_none", 0, 0, "no expression"},
	{"for_with_a_method", 1, 1, ""},
	{"if", 1, 0, ""},
	{"conjunction", 1, 1, ""},
	{"a_loop_that_is_left_first", 1, 0, ""},
	{"a_loop_that_is_left_by_break", 1, 1, ""},
	{"a_return_behind_the_Wait", 1, 0, ""},
	{"nil", 1, 1, ""},
	{"a_map", 1, 2, ""},
	{"a_guarded_Signal_with_else", 1, 2, ""},
	{"if_and_else_that_return", 1, 0, ""},
	{"none_under_a_lock_of_its_own", 0, 0, ""},
	{"none_in_a_block", 0, 0, ""},
	{"a_return_in_front_of_it", 0, 0, "is not in this function"},
	{"a_lock_that_the_caller_has", 0, 0, "is not in this function"},
	{"a_captured_variable", 1, 2, ""},
	{"an_atomic", 1, 2, ""},
	{"an_atomic_behind_a_pointer", 0, 0, "calls a function"},
	{"behind_what_may_be_nil", 1, 1, ""},
	{"a_write_through_a_call", 0, 0, "through a call"},
	{"an_embedded_Cond", 1, 1, ""},
	{"several_variables_at_once", 1, 2, ""},
	{"a_condition_that_locks", 0, 0, "calls a function"},
	{"a_function_value", 0, 0, "calls a function"},
	{"an_element", 0, 0, "something else than a map"},
	{"a_map_element", 1, 3, ""},
	{"a_map_element_that_is_not_always_read", 0, 0, "does not always read"},
	{"a_map_element_behind_another_condition_of_a_Wait", 1, 0, ""},
	{"a_map_element_under_a_call", 0, 0, "through a call"},
	{"a_map_written_under_a_call", 0, 0, "asked for twice"},
	{"a_map_that_is_cleared", 0, 0, "cleared"},
	{"a_map_of_structures", 0, 0, "through a call, an index"},
	{"an_interface", 0, 0, "calls a function"},
	{"a_pointer", 0, 0, "no simple expression"},
	{"an_address_that_is_taken", 0, 0, "address is taken"},
	{"no_condition", 0, 0, ""},
	{"goto", 1, 0, ""},
	{"a_write_by_a_case_of_a_select", 0, 0, "a case of a select writes"},
	{"an_assignment_by_range", 0, 0, "a range writes"},
	{"a_write_in_the_head_of_an_if", 0, 0, "head of a statement"},
	{"a_write_behind_each_round", 0, 0, "head of a statement"},
	{"a_write_in_the_head_of_a_switch", 0, 0, "head of a statement"},
	{"a_map_that_is_written_in_a_head", 0, 0, "head of a statement"},
	{"a_write_at_a_label", 0, 0, "at a label"},
	{"a_generic_type", 1, 1, ""},
	{"values_of_a_type_parameter", 0, 0, "neither a number nor"},
	{"a_number_of_a_type_parameter", 0, 0, "neither a number nor"},
	{"two_interfaces", 0, 0, "neither a number nor"},
	{"two_pointers", 0, 0, "neither a number nor"},
	{"an_interface_and_nil", 1, 1, ""},
	{"a_function_value_and_nil", 1, 1, ""},
	{"a_difference_without_sign", 0, 0, "have no sign"},
	{"a_string", 1, 1, ""},
	{"the_length_of_a_channel", 0, 0, "changes without a write"},
	{"a_receive", 0, 0, "uses <-"},
	{"a_constant", 0, 0, "no variable"},
}

func TestForms(t *testing.T) {
	m := overlayOf(t, "1.24", "forms", Options{})
	for _, c := range forms {
		p := m.part(c.name)
		if p.conditions != c.inferred {
			t.Errorf("%s: %d conditions found, want %d; given up: %q", c.name, p.conditions, c.inferred, p.givenUp)
		}
		if !strings.Contains(p.givenUp, c.givenUp) || c.givenUp == "" && p.givenUp != "" {
			t.Errorf("%s: given up: %q, want %q", c.name, p.givenUp, c.givenUp)
		}
		if p.writes != c.writes {
			t.Errorf("%s: %d writes, want %d", c.name, p.writes, c.writes)
		}
		if c.inferred > 0 {
			checkRewritten(t, m.replaced, p.file)
		}
	}
}

// gateForms are functions with gates: how many of them are made visible, and how
// many writes.
var gateForms = []struct {
	name          string
	gates, writes int
}{
	{"a_send", 1, 1},
	{"a_send_of_what_a_call_returns", 1, 1},
	{"a_receive_with_two_results", 1, 1},
	{"a_close", 1, 1},
	{"a_select", 1, 1},
	{"else", 1, 1},
	{"Done", 1, 1},
	{"Wait_of_a_field", 1, 1},
	{"a_loop", 1, 1},
	{"a_way_out_in_front_of_it", 1, 1},
	{"a_way_out_with_a_result", 0, 0},
	{"a_captured_variable", 1, 2},
	{"what_nobody_else_sees", 0, 0},
	{"what_nobody_writes", 0, 0},
	{"a_body_that_leaves", 0, 0},
	{"a_loop_with_more_in_it", 0, 0},
	{"a_Wait_of_something_else", 0, 0},
	{"a_call", 0, 0},
}

func TestGates(t *testing.T) {
	m := overlayOf(t, "1.17", "gates", Options{})
	for _, c := range gateForms {
		p := m.part(c.name)
		if p.gates != c.gates || p.writes != c.writes {
			t.Errorf("%s: %d gates and %d writes, want %d and %d", c.name, p.gates, p.writes, c.gates, c.writes)
		}
		if c.gates > 0 {
			checkRewritten(t, m.replaced, p.file)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// checkRewritten type-checks a file of the overlay against the real package
// conditions, and makes sure that no line moved.
func checkRewritten(t *testing.T, replaced map[string]string, name string) {
	t.Helper()
	original, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(replaced[name])
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(text), "\n") != strings.Count(string(original), "\n") {
		t.Error("lines moved")
	}
	imp := sources()
	f, err := parser.ParseFile(imp.fset, name, text, 0)
	if err == nil {
		_, err = (&types.Config{Importer: imp}).Check("main", imp.fset, []*ast.File{f}, nil)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

// sources imports packages from their sources, each once.
var sources = sync.OnceValue(func() *withConditions {
	fset := token.NewFileSet()
	return &withConditions{std: importer.ForCompiler(fset, "source", nil), fset: fset}
})

// withConditions imports package conditions from its template.
type withConditions struct {
	std        types.Importer
	fset       *token.FileSet
	conditions *types.Package // nil until it is imported
}

func (i *withConditions) Import(path string) (*types.Package, error) {
	if path != "_deadlocklint/conditions" {
		return i.std.Import(path)
	}
	if i.conditions != nil {
		return i.conditions, nil
	}
	f, err := parser.ParseFile(i.fset, "../fuzzer/goroot/template/conditions/conditions.go.txt", nil, 0)
	if err != nil {
		return nil, err
	}
	conf := &types.Config{Importer: i.std, IgnoreFuncBodies: true, Error: func(error) {}}
	i.conditions, _ = conf.Check(path, i.fset, []*ast.File{f}, nil) // its functions without bodies are the runtime's
	return i.conditions, nil
}

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { fixture.Vet(t) }
