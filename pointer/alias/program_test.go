package alias

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/fixture"
	"github.com/deadlocklint/deadlocklint/internal/load"
)

// TestLocks has programs in which two fields hold two objects, and what may bring them together. The two locks are at lines that
// end in // x and // y.
func TestLocks(t *testing.T) {
	dir := fixture.Source(t, "locks")
	for name, want := range map[string]Answer{
		"two":                               Never,
		"one":                               May,
		"swapped":                           May,
		"never_called":                      May,
		"library":                           May,
		"hidden":                            Never,
		"open_variable":                     May,
		"own_variables":                     Never,
		"generic":                           May,
		"unsafe":                            May,
		"test_is_caller":                    Never,
		"sent_by_reflection":                May,
		"received_by_reflection":            Never,
		"variable_of_another_package":       May,
		"variable_is_not_read":              Never,
		"method_of_an_element":              May,
		"method_of_a_hidden_field":          Never,
		"value_behind_an_interface":         May,
		"another_value_behind_an_interface": Never,
		"instance_that_is_lent":             May,
		"instance_that_is_kept":             Never,
		"set_as_a_whole":                    May,
		"inserted":                          May,
		"passed_by_value":                   May,
		"set_beside_a_field":                Never,
		"not_reached":                       Never,
	} {
		t.Run(name, func(t *testing.T) {
			named, all, err := load.Program(context.Background(), load.Options{Dir: dir, Patterns: []string{"./" + name}, Tests: true})
			if err != nil {
				t.Fatal(err)
			}
			x, y := places(t, filepath.Join(dir, name), "example.com/m/"+name)
			if got := New(named, all).Locks(x, y); got != want {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { fixture.Vet(t) }

// places are those of the two locks of a package in a directory.
func places(t *testing.T, dir, pkg string) (x, y string) {
	t.Helper()
	for _, name := range []string{"main.go", "lib.go"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			return pkg + "/" + name + line(string(text), "// x"), pkg + "/" + name + line(string(text), "// y")
		}
	}
	t.Fatalf("%s has neither main.go nor lib.go", dir)
	return "", ""
}

func line(text, mark string) string {
	before, _, _ := strings.Cut(text, mark)
	return ":" + strconv.Itoa(strings.Count(before, "\n")+1)
}
