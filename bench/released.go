package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// releasedDir has the list of released deadlocks and their drivers.
var releasedDir = filepath.Join("..", "script", "communication")

// A releasedBug is a line of released.csv.
type releasedBug struct {
	name, module, bad, fixed, kind, pkg string
}

// releasedFlags is the benchmark of deadlocks over communication that a release repaired.
func releasedFlags(fs *flag.FlagSet) measurement {
	only := fs.String("bugs", "", "`names` of lines of released.csv, separated by commas (all)")
	budget := fs.String("budget", "1m", "-time of deadlocklint for each release")
	return func(ctx context.Context, e *environment) ([]table, error) {
		bugs, err := releasedBugs()
		if err != nil {
			return nil, err
		}
		t := table{title: "Released deadlocks over communication", head: []string{"bug", "kind", "lines executed", "conditions inferred", "goroutines", "statements", "states", "error traces", "time, s", "bad release", "fixed release"}}
		for _, b := range bugs {
			if *only != "" && !wanted(b.name, *only) {
				continue
			}
			row, err := measureReleased(ctx, e, b, *budget)
			if err != nil {
				row = []string{b.name, b.kind, "-", "-", "-", "-", "-", "-", "-", "not measured: " + strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", " "), "-"}
			}
			t.row(row...)
		}
		t.notes = []string{"The bugs were chosen from changelogs and diffs before the tool ran on them (script/communication/released.csv). Lines executed: by the driver, in the module. " +
			"Conditions inferred are those of condition variables and of gates. Goroutines, statements, states and error traces are those of all trace programs of the first recording. " +
			"Time: the whole of deadlocklint test on the bad release, with building."}
		return []table{t}, nil
	}
}

func releasedBugs() (bugs []releasedBug, err error) {
	f, err := os.Open(filepath.Join(releasedDir, "released.csv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	for _, r := range rows[1:] {
		bugs = append(bugs, releasedBug{name: r[0], module: r[1], bad: r[2], fixed: r[3], kind: r[6], pkg: r[7]})
	}
	return bugs, nil
}

// measureReleased makes a row: both releases under the tool, and the programs of the bad one.
func measureReleased(ctx context.Context, e *environment, b releasedBug, budget string) ([]string, error) {
	say("%s", b.name)
	bad, err := e.fetch(ctx, b, b.bad)
	if err != nil {
		return nil, err
	}
	lines, err := linesExecuted(ctx, bad, b)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	found, session, err := e.testReleased(ctx, bad, b, budget)
	if err != nil {
		return nil, err
	}
	took := time.Since(begun)
	s, err := predict.CheckPrograms(ctx, session, predict.ProgramOptions{Keep: true, Search: condvar.Options{MaxStates: 500_000}}, func(done, total int) {})
	if err != nil {
		return nil, err
	}
	all, conditions := sum(s), 0
	if s.Table != nil {
		conditions = s.Table.Inferred + s.Table.Gates
	}
	good, err := e.fetch(ctx, b, b.fixed)
	if err != nil {
		return nil, err
	}
	twin, _, err := e.testReleased(ctx, good, b, budget)
	if err != nil {
		return nil, err
	}
	return []string{b.name, b.kind, fmt.Sprint(lines), fmt.Sprint(conditions), fmt.Sprint(all.threads), fmt.Sprint(all.after),
		fmt.Sprint(all.states), fmt.Sprint(all.traces), number(took.Seconds(), 1), found, twin}, nil
}

// fetch copies a release. The driver is the only test of its package.
func (e *environment) fetch(ctx context.Context, b releasedBug, version string) (string, error) {
	out, err := goIn(ctx, e.dir, "mod", "download", "-json", b.module+"@"+version)
	if err != nil {
		return "", err
	}
	var from struct{ Dir string }
	if err := json.Unmarshal(out, &from); err != nil {
		return "", err
	}
	to := filepath.Join(e.dir, b.name+"-"+version)
	if err := os.CopyFS(to, os.DirFS(from.Dir)); err != nil {
		return "", err
	}
	if err := makeWritable(to); err != nil {
		return "", err
	}
	tests, err := filepath.Glob(filepath.Join(to, b.pkg, "*_test.go"))
	for _, name := range tests {
		err = errors.Join(err, os.Remove(name))
	}
	driver, readErr := os.ReadFile(filepath.Join(releasedDir, "released", b.name+".go.txt"))
	if err := errors.Join(err, readErr); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(to, b.pkg, "driver_test.go"), driver, 0o600); err != nil {
		return "", err
	}
	return to, moduleOf(ctx, to, b.module)
}

// makeWritable undoes the protection of the module cache.
func makeWritable(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(path, 0o700)
	})
}

// moduleOf makes a go.mod where the release has none.
func moduleOf(ctx context.Context, dir, module string) error {
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
		return nil
	}
	if _, err := goIn(ctx, dir, "mod", "init", module); err != nil {
		return err
	}
	_, err := goIn(ctx, dir, "mod", "tidy")
	return err
}

// goIn runs the go command in a directory, for a module that may need more than its go.sum has.
func goIn(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("go %s: %w: %s", args[0], err, lastBytes(errs.String()+string(out), 300))
	}
	return out, nil
}

func lastBytes(s string, n int) string { return s[max(len(s)-n, 0):] }

// linesExecuted counts the lines of the module that the driver executes, without the tool.
func linesExecuted(ctx context.Context, dir string, b releasedBug) (lines int, err error) {
	profile := filepath.Join(dir, "cover.out")
	if _, err := goIn(ctx, dir, "test", "-vet=off", "-timeout=60s", "-coverpkg=./...", "-coverprofile="+profile, "./"+b.pkg); err != nil {
		return 0, fmt.Errorf("the driver does not pass natively: %w", err)
	}
	text, err := os.ReadFile(profile)
	if err != nil {
		return 0, err
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		at, rest, ok := strings.Cut(strings.TrimSpace(line), " ") // file.go:1.2,3.4 statements count
		file, span, colon := strings.Cut(at, ".go:")
		if !ok || !colon || strings.HasSuffix(rest, " 0") {
			continue
		}
		begin, end, _ := strings.Cut(span, ",")
		for n := firstNumber(begin); n <= firstNumber(end); n++ {
			seen[fmt.Sprint(file, n)] = true
		}
	}
	return len(seen), nil
}

// firstNumber is the line of a position line.column.
func firstNumber(s string) int {
	s, _, _ = strings.Cut(s, ".")
	n, _ := strconv.Atoi(s)
	return n
}

// testReleased runs the tool on a release, and says in words what it found.
func (e *environment) testReleased(ctx context.Context, dir string, b releasedBug, budget string) (found, session string, err error) {
	tool, err := e.tool(ctx)
	if err != nil {
		return "", "", err
	}
	session = dir + ".recorded"
	cmd := exec.CommandContext(ctx, tool, "test", "-json", "-static=false", "-seed=1", "-vet=off", "-time="+budget, "-keep="+session, "./"+b.pkg)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", "", err
	}
	doc, err := report.ReadDocument(bytes.NewReader(out))
	if err != nil {
		return "", "", fmt.Errorf("%w: %s", err, lastBytes(errs.String(), 300))
	}
	return wordsOf(doc), session, nil
}

// wordsOf says how many findings are confirmed, and of which checks.
func wordsOf(doc report.Document) string {
	confirmed, checks := 0, []string{}
	for _, f := range doc.Findings {
		if f.Status == report.StatusPredicted || f.Status == report.StatusNotReached {
			continue
		}
		confirmed++
		line := f.Pos[strings.LastIndexByte(f.Pos, '/')+1:]
		checks = append(checks, fmt.Sprintf("%s %s (%s)", f.Status, f.Check, line))
	}
	if confirmed == 0 {
		return fmt.Sprintf("nothing, %d predicted", len(doc.Findings))
	}
	return strings.Join(checks, ", ")
}
