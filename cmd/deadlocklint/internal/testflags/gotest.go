package testflags

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Run says what one go test command is for. The zero value is the recording run.
type Run struct {
	Events   bool          // go test writes its events, as with -json
	Confirm  bool          // a confirming run: flags that only recording needs are left out
	Tests    string        // -run of a confirming run, in place of the user's; "" is no test
	Bench    string        // -bench of a confirming run, in place of the user's
	Packages []string      // in place of the user's, when not empty
	Timeout  time.Duration // in place of the user's, when not 0; negative is no timeout

	// Ours to be merged with the user's.
	Exec    []string // a program with its arguments, which runs the user's -exec and the test
	Ldflags string   // without a pattern: for the test binaries
	Overlay string   // a file in place of the user's, which the caller has merged into it
}

// GoTest returns the arguments of the go command for a run, "test" first. The
// command must be run in the directory p.Dir, relative to which all files are.
func (p CommandLine) GoTest(r Run) []string {
	args := []string{"test"}
	set := func(name, value string) {
		if value != "" {
			args = append(args, setting{name, value}.String())
		}
	}
	for _, s := range p.passed {
		args = append(args, s.String())
	}
	set("overlay", orElse(r.Overlay, p.Overlay))
	set("exec", compose(r.Exec, p.Exec))
	for _, v := range merge(p.Ldflags, r.Ldflags) {
		args = append(args, "-ldflags="+v) // even an empty one: it overrides GOFLAGS
	}
	for _, v := range p.Gcflags {
		args = append(args, "-gcflags="+v)
	}
	if r.Events {
		args = append(args, "-json")
	}
	set("count", "1")
	set("timeout", p.timeout(r))
	set("shuffle", p.shuffle())
	if r.Confirm {
		set("vet", "off")
		set("run", orElse(r.Tests, "^$"))
		set("bench", r.Bench)
	} else {
		args = append(args, p.recordingFlags()...)
	}
	args = append(args, p.packages(r)...)
	if len(p.Args) > 0 {
		args = append(append(args, "-args"), p.Args...)
	}
	return args
}

// recordingFlags are those that only the recording run gets.
func (p CommandLine) recordingFlags() []string {
	var args []string
	for _, s := range p.recorded {
		args = append(args, s.String())
	}
	if p.VetSet {
		args = append(args, "-vet="+p.Vet)
	}
	if p.Verbose {
		args = append(args, "-v")
	}
	if p.Run != "" {
		args = append(args, "-run="+p.Run)
	}
	if p.Bench != "" {
		args = append(args, "-bench="+p.Bench)
	}
	return args
}

// Compile returns the flags with which "go test -c" makes the test binary that
// [CommandLine.GoTest] makes for the same ldflags of ours.
func (p CommandLine) Compile(ldflags string) []string {
	var args []string
	for _, s := range p.passed {
		if f, ok := lookup(s.name); ok && (!f.Test || s.name == "cover") {
			args = append(args, s.String())
		}
	}
	if p.Overlay != "" {
		args = append(args, "-overlay="+p.Overlay)
	}
	for _, v := range p.Gcflags {
		args = append(args, "-gcflags="+v)
	}
	for _, v := range merge(p.Ldflags, ldflags) {
		args = append(args, "-ldflags="+v)
	}
	return args
}

// Binary returns the flags of -run, -skip and -short as a test binary takes them.
func (p CommandLine) Binary() []string {
	var args []string
	if p.Run != "" {
		args = append(args, "-test.run="+p.Run)
	}
	for _, s := range slices.Concat(p.passed, p.recorded) {
		if s.name == "skip" || s.name == "short" {
			args = append(args, "-test."+strings.TrimPrefix(s.String(), "-"))
		}
	}
	return args
}

// List returns the flags that select files and packages, for a loader of the tested
// source.
func (p CommandLine) List() []string {
	var args []string
	for _, s := range p.passed {
		switch s.name {
		case "tags", "mod", "modfile":
			args = append(args, s.String())
		}
	}
	if p.Overlay != "" {
		args = append(args, "-overlay="+p.Overlay)
	}
	return args
}

// Is reports whether a boolean flag of go test that is passed on was set, such as "race".
func (p CommandLine) Is(name string) bool {
	on := false
	for _, s := range p.passed {
		if s.name == name {
			on, _ = strconv.ParseBool(s.value)
		}
	}
	return on
}

// timeout is empty when none was given, so that GOFLAGS still counts.
func (p CommandLine) timeout(r Run) string {
	switch {
	case r.Timeout != 0:
		return max(r.Timeout, 0).String()
	case p.TimeoutSet:
		return p.Timeout.String()
	}
	return ""
}

// shuffle fixes the order that -shuffle=on would take from the clock.
func (p CommandLine) shuffle() string {
	if p.Shuffle == "on" && p.Seed != 0 {
		return strconv.FormatUint(p.Seed, 10)
	}
	return p.Shuffle
}

func (p CommandLine) packages(r Run) []string {
	if len(r.Packages) > 0 {
		return r.Packages
	}
	return p.Packages
}

// compose puts our program before the user's.
func compose(ours []string, user string) string {
	var words []string
	for _, w := range ours {
		words = append(words, quote(w))
	}
	if user != "" {
		words = append(words, user)
	}
	return strings.Join(words, " ")
}

// quote writes a word so that the go command reads it as one. It knows quotes
// but no escapes: a word with both kinds of quotes cannot be written.
func quote(w string) string {
	switch {
	case w != "" && !strings.ContainsAny(w, " \t\n\r'\""):
		return w
	case !strings.Contains(w, "'"):
		return "'" + w + "'"
	default:
		return `"` + w + `"`
	}
}

// merge adds our flags to the user's for a tool. Of several the go command
// takes the last that matches a package, so ours come first, for packages the
// user says nothing about, and again at the end of each of the user's.
func merge(user []string, ours string) []string {
	if ours == "" {
		return user
	}
	merged := []string{ours}
	for _, u := range user {
		merged = append(merged, strings.TrimSpace(u+" "+ours))
	}
	return merged
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
