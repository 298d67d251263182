package vet

import (
	"flag"
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
