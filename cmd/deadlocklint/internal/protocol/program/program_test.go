package program

import "testing"

// TestLdflags: -X names a variable of the program by the import path of its package, and other variables as before.
func TestLdflags(t *testing.T) {
	p := &Program{path: "example.com/m/cmd/a"}
	for flags, want := range map[string]string{
		"":                                "",
		"-s -X main.version=1":            "-s -X example.com/m/cmd/a.version=1",
		"-X=main.version=1 -X main.at=2":  "-X=example.com/m/cmd/a.version=1 -X example.com/m/cmd/a.at=2",
		"-X 'main.words=a b'":             "-X 'example.com/m/cmd/a.words=a b'",
		"-X example.com/m/main.version=1": "-X example.com/m/main.version=1",
		"-X remain.version=main.go":       "-X remain.version=main.go",
	} {
		if got := p.Ldflags(flags); got != want {
			t.Errorf("%q: %q, want %q", flags, got, want)
		}
	}
}
