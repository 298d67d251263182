package schedule

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// Foreign lists the programs, packages, directories and flags of a replay that are not from
// the checkout. A command line of this user is no foreign source either. A replay would execute
// them, or write files by them. The user must allow each of them after reading the command line.
func (s *Schedule) Foreign() []string {
	if s.asCommanded() {
		return nil
	}
	var list []string
	if s.isBinary() {
		list = append(list, fmt.Sprintf("the program %q", s.Binary))
	}
	if len(s.Prefix) > 0 {
		list = append(list, fmt.Sprintf("the wrapper %q", s.Prefix[0]))
	}
	for _, name := range s.built() {
		if !s.inCheckout(name) {
			list = append(list, fmt.Sprintf("the package %q", name))
		}
	}
	for _, dir := range []string{s.Dir, s.From} {
		if dir != "" && !filepath.IsLocal(dir) {
			list = append(list, fmt.Sprintf("the directory %q", dir))
		}
	}
	for _, f := range s.Replay.Build {
		if !harmlessBuildFlag(f) {
			list = append(list, fmt.Sprintf("the build flag %q", f))
		}
	}
	for _, a := range s.Args {
		if s.Test && !harmlessTestFlag(a) {
			list = append(list, fmt.Sprintf("the test flag %q", a))
		}
	}
	return list
}

// isBinary reports whether a replay runs a binary as it is.
func (s *Schedule) isBinary() bool { return s.Replay.Kind == "" && s.Calls == nil }

// asCommanded reports whether all that a replay executes has been executed by a command line of this user on this
// machine: its wrapper, its flags and its package were in that. A binary has to be the same as then.
func (s *Schedule) asCommanded() bool {
	if !s.own || !s.isBinary() {
		return s.own
	}
	sum, err := record.SumOf(s.Binary)
	return err == nil && s.Sum != "" && sum == s.Sum
}

// built are the names of the packages that a replay builds and runs.
func (s *Schedule) built() []string {
	switch {
	case s.Calls != nil:
		return s.Calls.Packages
	case s.Replay.Kind != "":
		return []string{s.Package}
	}
	return nil
}

// byFile is the import path of a program that was named by its file.
const byFile = "command-line-arguments"

// inCheckout reports whether a name is of packages of the main module. Programs of the
// standard library, such as cmd/go, and of modules that the main module requires are
// not: with arguments from a file they can do anything.
func (s *Schedule) inCheckout(name string) bool {
	name = filepath.ToSlash(name)
	switch {
	case name == byFile, name == ".", strings.HasPrefix(name, "./"):
		return true
	case strings.HasSuffix(name, ".go") && !strings.Contains(name, "/"):
		return true // a file
	}
	return s.Module != "" && (name == s.Module || strings.HasPrefix(name, s.Module+"/"))
}

// CommandLine is the command that a replay executes, quoted for a shell.
func (s *Schedule) CommandLine() string {
	var words []string
	program := s.Binary
	switch s.Replay.Kind {
	case KindTest:
		words, program = []string{"go", "test", "-c"}, "./"+filepath.Base(s.Package)+".test"
	case KindRun:
		words, program = []string{"go", "build"}, "./"+filepath.Base(s.Package)
	}
	if len(words) > 0 {
		words = append(append(words, s.Replay.Build...), s.Package)
	}
	run := append(append(slices.Clone(s.Prefix), program), s.Args...)
	if len(words) == 0 {
		return Quote(run)
	}
	return Quote(words) + " && " + Quote(run)
}

// Quote writes words in one line, as a shell reads them.
func Quote(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = quote(w)
	}
	return strings.Join(list, " ")
}

// quote writes a word in one line, as a shell reads it.
func quote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_=./,:^+%@", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return strconv.Quote(word)
}

// maxBuilds is how many builds at once a file may ask for.
const maxBuilds = 256

// harmlessBuildFlag reports whether a flag of go build neither executes anything nor
// names files outside of the checkout. Flags that are not known here are not harmless.
func harmlessBuildFlag(flag string) bool {
	name, value, hasValue := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(flag, "-"), "-"), "=")
	if !strings.HasPrefix(flag, "-") {
		return false
	}
	switch name {
	case "a", "race", "cover", "trimpath", "buildvcs", "modcacherw":
		return true
	case "covermode", "coverpkg", "tags":
		return hasValue // else the next word would be the value
	case "p":
		n, err := strconv.Atoi(value)
		return err == nil && n > 0 && n <= maxBuilds
	case "mod":
		return value == "readonly" || value == "vendor"
	case "modfile":
		return hasValue && filepath.IsLocal(value)
	case "pgo":
		return value == "auto" || value == "off"
	case "vet":
		return value == "off"
	case "gcflags":
		return onlyFlags(value, "-N", "-l", "-race", "-d=ssa/intrinsics/off", "-d=checkptr=0")
	case "ldflags":
		return onlyFlags(value, "-s", "-w", "-s=false", "-w=false", "-s=true", "-w=true", "-compressdwarf=false", "-compressdwarf=true")
	}
	return false
}

// onlyFlags reports whether a value of -gcflags or -ldflags, perhaps for a pattern of
// packages, has none but these flags.
func onlyFlags(value string, flags ...string) bool {
	if pattern, rest, ok := strings.Cut(value, "="); ok && !strings.HasPrefix(value, "-") {
		if strings.ContainsAny(pattern, " \t") {
			return false
		}
		value = rest
	}
	return !slices.ContainsFunc(strings.Fields(value), func(f string) bool { return !slices.Contains(flags, f) })
}

// testFlags are the flags of a test binary that write no file.
var testFlags = []string{
	"run", "skip", "v", "count", "timeout", "parallel", "short", "paniconexit0", "bench", "benchtime", "benchmem",
	"cpu", "failfast", "fullpath", "shuffle", "list",
}

// harmlessTestFlag reports whether an argument of a test binary is the test's own, or a
// flag of package testing that writes no file.
func harmlessTestFlag(arg string) bool {
	name, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"), "test.")
	if !ok || !strings.HasPrefix(arg, "-") {
		return true
	}
	name, _, _ = strings.Cut(name, "=")
	return slices.Contains(testFlags, name)
}
