package driver

import (
	"strings"
	"testing"
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
		if got := CalledByVet(strings.Fields(line)); got != want {
			t.Errorf("%q: %t", line, got)
		}
	}
}
