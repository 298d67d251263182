package explore_test

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/run"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A typist types commands. One that begins with a slash is the number of the option in the
// last list whose line has the text after it.
type typist struct {
	t        *testing.T
	out      *bytes.Buffer
	commands []string
}

func (y *typist) Read(b []byte) (int, error) {
	if len(y.commands) == 0 {
		return 0, io.EOF
	}
	word := y.commands[0]
	y.commands = y.commands[1:]
	if text, ok := strings.CutPrefix(word, "/"); ok {
		shown := y.out.String()
		list := shown[max(strings.LastIndex(shown, " can go on\n"), 0):]
		m := regexp.MustCompile(`(?m)^[* ] *(\d+)  g\d+  .*` + regexp.QuoteMeta(text)).FindStringSubmatch(list)
		if m == nil {
			y.t.Fatalf("no option %q in\n%s", text, list)
		}
		word = m[1]
	}
	return copy(b, word+"\n"), nil
}

// dialog types commands to explore -i.
func dialog(t *testing.T, dir string, commands ...string) (out string, err error) {
	t.Helper()
	var b bytes.Buffer
	s := command.Streams{In: &typist{t, &b, commands}, Out: &b, Err: io.Discard}
	err = run.Explore(context.Background(), s, []string{"-C", dir, "-i", "-keep", t.TempDir(), "-run", "^TestPair$", "."})
	if err != nil && !command.Silent(err) {
		t.Fatalf("%v\n%s", err, &b)
	}
	return b.String(), err
}

// TestExploreInteractive: the choices that are typed in lead to the deadlock of two locks in
// two orders, where the base schedule ends well. A step back takes the last of them away.
func TestExploreInteractive(t *testing.T) {
	dir := moduletest.Source(t, "exploreinteractive")
	toBoth := []string{"/begins  m_test.go:13", "/locks example.com/m.a", "/starts a goroutine", "/begins  m_test.go:20", "/locks example.com/m.b  m_test.go:22"}
	out, err := dialog(t, dir, append(slices.Clone(toBoth), "l", "/m_test.go:16", "l", "c")...)
	for _, want := range []string{
		"example.com/m.a: held by g1 at m_test.go:15", "example.com/m.b: held by g2 at m_test.go:22", "; waited for by g1 at m_test.go:16",
		"     g1  waits: locks example.com/m.b  m_test.go:16", "1 deadlock confirmed",
	} {
		if command.Status(err) != report.ExitFindings || !strings.Contains(out, want) {
			t.Fatalf("%v, no %q in\n%s", err, want, out)
		}
	}
	out, err = dialog(t, dir, slices.Concat([]string{"b", "100", "nothing"}, toBoth, []string{"b", "b", "b", "c"})...)
	if err != nil || !strings.Contains(out, "this is the first choice") || !strings.Contains(out, "candidate, untried") || strings.Contains(out, "confirmed") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestInteractiveRefuses: a flag for runs that nobody chooses is an error.
func TestInteractiveRefuses(t *testing.T) {
	for flag, want := range map[string]string{"-runs=3": "leave it out", "-json": "leave -json out", "-x=strategy=pct": "explore -i does not have it"} {
		err := run.Explore(context.Background(), command.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}, []string{"-i", flag, "."})
		if err == nil || !command.IsUsage(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", flag, err)
		}
	}
}
