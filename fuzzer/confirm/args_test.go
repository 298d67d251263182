package confirm

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

func TestArgs(t *testing.T) {
	for _, c := range []struct {
		name, args, tests, want string
	}{
		{"what the go command passes",
			"-test.paniconexit0 -test.v=true -test.count=1 -test.run=Test -test.timeout=10m0s -test.short=true", "TestA",
			"-test.paniconexit0 -test.timeout=24h -test.short=true -test.run=^TestA$ -test.count=1"},
		{"files of the recording run",
			"-test.coverprofile=dir/cover.out -test.gocoverdir=dir -test.outputdir=dir -test.testlogfile=dir/log -test.cpu=1,2", "TestA",
			"-test.cpu=1,2 -test.run=^TestA$ -test.count=1"},
		{"benchmarks and what is skipped",
			"-test.bench=. -test.skip=B -test.benchtime=1x", "TestA",
			"-test.benchtime=1x -test.run=^TestA$ -test.count=1"},
		{"the user's own arguments",
			"-test.v=true -mine -test.run=Mine word", "TestA",
			"-test.run=^TestA$ -test.count=1 -mine -test.run=Mine word"},
		{"values that are words of their own",
			"-test.run Test -test.v -test.timeout 1s --test.count 3 word", "TestA",
			"-test.timeout=24h -test.run=^TestA$ -test.count=1 word"},
		{"a value is missing", "-test.short -test.run", "TestA", "-test.short -test.run=^TestA$ -test.count=1"},
		{"nobody knows the test",
			"-test.v=true -test.run=Example -test.bench=. -test.timeout=1s -test.coverprofile=c.out word", "",
			"-test.run=Example -test.bench=. -test.timeout=24h word"},
		{"no arguments", "", "TestA", "-test.run=^TestA$ -test.count=1"},
	} {
		args := strings.Fields(c.args)
		target := &record.Target{Test: true, Args: slices.Clone(args)}
		got := Args(target, strings.Fields(c.tests))
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s:\ngot  %q\nwant %q", c.name, got, strings.Fields(c.want))
		}
		if !slices.Equal(target.Args, args) {
			t.Errorf("%s: the target's own arguments became %q", c.name, target.Args)
		}
	}
}

func TestArgsOfAProgram(t *testing.T) {
	target := &record.Target{Args: []string{"-test.run=x", "-v"}}
	if got := Args(target, []string{"TestA"}); !slices.Equal(got, target.Args) {
		t.Errorf("got %q", got)
	}
}

func TestSerialTestsStayParallel(t *testing.T) {
	opt := Options{Strategy: Serial}
	target := &record.Target{Test: true, Args: []string{"-test.parallel=3"}}
	got := opt.args(target, []string{"TestA"})
	if !strings.HasPrefix(got[0], "-test.parallel=") || got[1] != "-test.parallel=3" {
		t.Errorf("got %q; want the number of CPUs and then the user's own", got)
	}
	if got := opt.args(&record.Target{Args: []string{"word"}}, nil); !slices.Equal(got, []string{"word"}) {
		t.Errorf("a program got %q", got)
	}
}

// FuzzArgs checks that nothing of the user's is lost, whatever it looks like.
func FuzzArgs(f *testing.F) {
	for _, s := range []string{"", "-test.run", "-test.run= a", "- -- -test. -test.=", "x -test.run=y"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Fields(line)
		got := Args(&record.Target{Test: true, Args: args}, []string{"TestA"})
		own := slices.IndexFunc(args, func(a string) bool { return !strings.Contains(a, "-test.") })
		if own < 0 || own > 0 && !strings.Contains(args[own-1], "=") {
			return // it may be the value of a flag
		}
		if n := len(args) - own; len(got) < n || !slices.Equal(got[len(got)-n:], args[own:]) {
			t.Errorf("%q became %q", args, got)
		}
	})
}

// matchesTest does what package testing does with -test.run.
func matchesTest(pattern, test string) bool {
	names := strings.Split(test, "/")
	for i, p := range strings.Split(pattern, "/") {
		if i >= len(names) || !regexp.MustCompile(p).MatchString(names[i]) {
			return false
		}
	}
	return true
}

func TestPattern(t *testing.T) {
	for _, c := range []struct {
		tests, want string
		yes, no     []string
	}{
		{"TestA", "^TestA$", []string{"TestA", "TestA/sub"}, []string{"TestAB", "XTestA"}},
		{"TestA/b#01", "^TestA$/^b#01$", []string{"TestA/b#01"}, []string{"TestA/b", "TestA/b#011"}},
		{"TestA/x.y(z)", `^TestA$/^x\.y\(z\)$`, []string{"TestA/x.y(z)"}, []string{"TestA/xzy(z)"}},
		{"TestA/b TestA/c", "^(TestA)$", []string{"TestA/b", "TestA/c"}, []string{"TestAB"}},
		{"TestA TestB/c", "^(TestA|TestB)$", []string{"TestA", "TestB/c"}, []string{"TestC", "TestAB"}},
		{"FuzzA/seed#0", "^FuzzA$/^seed#0$", []string{"FuzzA/seed#0"}, []string{"FuzzA/seed#1"}},
	} {
		got := pattern(strings.Fields(c.tests))
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.tests, got, c.want)
		}
		for _, name := range c.yes {
			if !matchesTest(got, name) {
				t.Errorf("%s does not match %s", got, name)
			}
		}
		for _, name := range c.no {
			if matchesTest(got, name) {
				t.Errorf("%s matches %s", got, name)
			}
		}
	}
}
