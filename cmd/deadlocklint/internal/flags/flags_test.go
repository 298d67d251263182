package flags

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// sample has a value of each flag that differs from its default. The others are switches.
var sample = map[string]string{
	"html": "f", "sarif": "f", "junit": "f", "baseline": "f", "write-baseline": "f", "migrate-baseline": "f", "new-from": "HEAD", "fail-on": "leak",
	"C": "d", "time": "7s", "tries": "7", "seed": "7", "early-max": "7s", "keep": "d", "trace-program": "f", "runs": "7", "changed": "HEAD",
	"shard": "1/2", "results": "f", "write": "f", "rules": "wait", "resume": "f", "scope": "m", "enable": "all", "tags": "t", "version": "v1", "source": "d",
	"types": "a.B", "automata": "f", "sequences": "f", "write-automata": "f", "run": "T", "draw": "dot",
	"strategy": "pct", "bound": "7", "capp": "LS", "sets": "f", "pausing": "serial", "abstraction": "trivial",
	"k": "7", "s": "7", "match": "and", "w": "7", "l": "7",
}

// sampled is a value of a flag, as it is written.
func sampled(t *testing.T, f *Flag) string {
	t.Helper()
	if !f.IsBool() && sample[f.Name] == "" {
		t.Fatalf("-%s: give it a value in this test", f.Name)
	}
	switch {
	case !f.IsBool():
		return sample[f.Name]
	case f.Default == "true":
		return "false"
	}
	return "true"
}

// TestMatrix takes every flag to every form: it changes the values there, or is refused in a sentence that says
// which command has it.
func TestMatrix(t *testing.T) {
	pairs := 0
	for _, form := range Forms() {
		for _, f := range all() {
			pairs++
			arg := "-" + f.Name + "=" + sampled(t, &f)
			if f.Expert {
				arg = "-x=" + f.Name + "=" + sampled(t, &f)
			}
			v, _, err := Parse(form, []string{arg})
			if f.In&form != 0 {
				effective(t, form, &f, v, err)
			} else {
				refused(t, form, &f, err)
			}
		}
	}
	if pairs < 1000 {
		t.Errorf("%d pairs: the tables are empty", pairs)
	}
}

// effective requires that a flag changes the values of a form.
func effective(t *testing.T, form Form, f *Flag, v Values, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s -%s: %v", form, f.Name, err)
		return
	}
	if v.Written = nil; reflect.DeepEqual(v, Defaults(form)) {
		t.Errorf("%s -%s changes nothing", form, f.Name)
	}
}

// refused requires an error that says where the flag is, or why it is not here.
func refused(t *testing.T, form Form, f *Flag, err error) {
	t.Helper()
	if err == nil {
		t.Errorf("%s -%s is accepted, and not declared", form, f.Name)
		return
	}
	text := err.Error()
	reason := false
	for _, e := range f.why {
		reason = reason || e.in&form != 0 && strings.Contains(text, e.text)
	}
	_, isFormer := former[f.Name]
	if f.Expert && (strings.Contains(text, "flag -x: ") || isFormer) {
		return // a form without any parameter has no -x
	}
	if strings.Contains(text, "\n") || !reason && !strings.Contains(text, "it is a flag of deadlocklint ") {
		t.Errorf("%s -%s: %s", form, f.Name, text)
	}
}

// TestDefaults: every default is read, and is one of the values.
func TestDefaults(t *testing.T) {
	for _, form := range Forms() {
		Defaults(form)
	}
	if v := Defaults(Test); v.Tries != 3 || v.NoStatic || v.Time.Minutes() != 10 {
		t.Errorf("%+v", v)
	}
	if v := Defaults(Races); v.Tries != 12 || v.Time != 0 {
		t.Errorf("%+v", v)
	}
}

// TestDeclaredOnce: no form has two flags of a name, and each flag has a meaning.
func TestDeclaredOnce(t *testing.T) {
	for _, form := range Forms() {
		seen := map[string]bool{}
		for _, f := range Of(form) {
			if key := f.written(); seen[key] || f.Doc == "" || f.IsBool() != (f.Arg == "") && !f.Expert {
				t.Errorf("%s: %s", form, key)
			} else {
				seen[key] = true
			}
		}
	}
	names := map[string]bool{}
	for _, f := range all() {
		if names[f.Name] {
			t.Errorf("-%s is declared twice", f.Name)
		}
		names[f.Name] = true
	}
}

// TestParse: where flags end, and what is said about wrong ones.
func TestParse(t *testing.T) {
	for line, want := range map[string]string{
		"-json rec":         "json | rec",
		"--json -- -v rec":  "json | -v rec",
		"rec -json":         " | rec -json",
		"-tries 0 rec":      "tries | rec",
		"-x pausing=serial": "x pausing | ",
	} {
		v, rest, err := Parse(ConfirmDir, strings.Fields(line))
		if got := strings.Join(v.Written, " ") + " | " + strings.Join(rest, " "); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", line, got, err, want)
		}
	}
	for line, want := range map[string]string{
		"-trise=1": "perhaps -tries, or run deadlocklint help confirm",
		"-q=maybe": "neither true nor false",
		"-tries":   "it needs a value; write -tries=VALUE",
		"-tries=x": "write 0 or more",
		"-nothing": "there is no such flag; run deadlocklint help confirm",
		"-budget":  "it is written -time now",
	} {
		if _, _, err := Parse(ConfirmDir, []string{line}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
	if _, _, err := Parse(Races, []string{"-runs=2"}); err == nil || !strings.Contains(err.Error(), "it is written -tries now") {
		t.Errorf("-runs of races: %v", err)
	}
	if _, _, err := Parse(Check, []string{"-h"}); !errors.Is(err, ErrHelp) {
		t.Errorf("-h: %v", err)
	}
}

// TestNearest: which word was meant, or none.
func TestNearest(t *testing.T) {
	for _, c := range []struct{ word, want string }{{"chekc", "check"}, {"tset", "test"}, {"ls", ""}, {"xyzzy", ""}, {"", ""}} {
		if got := Nearest(c.word, []string{"check", "test", "lsp", "run"}); got != c.want {
			t.Errorf("%s: %q, want %q", c.word, got, c.want)
		}
	}
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"test", "test", 0}, {"tset", "test", 1}, {"chek", "check", 1}, {"replay", "play", 2}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%s, %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
