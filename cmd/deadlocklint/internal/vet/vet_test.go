package vet

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestCalledByVet(t *testing.T) {
	for line, want := range map[string]bool{
		"":                             false,
		"-V=full":                      true,
		"-flags":                       true,
		"dir/vet.cfg":                  true,
		"-json -lockorder dir/vet.cfg": true,
		"-enable all -c 1 dir/vet.cfg": true,
		"-lockorder all dir/vet.cfg":   false, // a switch has no value of its own
		"-enable dir/vet.cfg":          true,  // unitchecker says what is missing
		"./...":                        false,
		"-json ./...":                  false,
		"run ./server -- server.cfg":   false,
		"test . -args -V=full":         false,
	} {
		if got := Called(strings.Fields(line)); got != want {
			t.Errorf("%q: %t", line, got)
		}
	}
}

func TestVetChecks(t *testing.T) {
	for line, want := range map[string]string{
		"x.cfg":                          "off on",
		"-enable=callback x.cfg":         "on on",
		"-enable callback x.cfg":         "on on",
		"-enable all -c 1 x.cfg":         "on on",
		"-scope callback x.cfg":          "off on",
		"-callback x.cfg":                "on on", // unitchecker then runs it alone
		"-callback=false x.cfg":          "on on", // unitchecker has to know the flag
		"-lockorder=true x.cfg":          "off on",
		"-scope=example.com/ -c=1 x.cfg": "off on",
		"-flags":                         "on on",
	} {
		list, err := Checks(strings.Fields(line), flag.NewFlagSet("vet", flag.ContinueOnError))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		state := func(name string) string {
			if slices.ContainsFunc(list, func(a *analysis.Analyzer) bool { return a.Name == name }) {
				return "on"
			}
			return "off"
		}
		if got := state("callback") + " " + state("lockorder"); got != want {
			t.Errorf("%s: callback and lockorder are %s, want %s", line, got, want)
		}
	}
	if _, err := Checks([]string{"-enable=nosuchcheck", "x.cfg"}, flag.NewFlagSet("vet", flag.ContinueOnError)); err == nil {
		t.Error("no error for a check that does not exist")
	}
}

// TestUnknownCheck: it is said for the packages that the user named, not for each that they import.
func TestUnknownCheck(t *testing.T) {
	for text, refused := range map[string]bool{`{"VetxOnly": true}`: false, `{}`: true} {
		file := filepath.Join(t.TempDir(), "vet.cfg")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		list, err := Checks([]string{"-enable", "nosuch", file}, flag.NewFlagSet("vet", flag.ContinueOnError))
		if (err != nil) != refused || !refused && len(list) == 0 {
			t.Errorf("%s: %d checks, %v", text, len(list), err)
		}
	}
}
