package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/condvar"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A subject is a row of table 9.2 of the thesis, with the case of testdata that
// is modelled after it. Theirs are the columns of that table.
type subject struct {
	name, kernel string

	annotations            string // ConditionAnnotations written by hand
	lines, traceLines      string // of the program and of the trace program
	generate, check        string // seconds
	traces                 string // error traces
	potential, real, known string // communication/resource deadlocks
}

var subjects = []subject{
	{"groovy-1.1", "fig_9_2", "1", "45 796", "59", "1", "1.3", "5", "1/0", "1/0", "1/0"},
	{"log4j-1.2.13", "fig_5_4", "2", "48 023", "225", "1", "8.7", "167", "2/0", "1/0", "1/0"},
	{"pool-1.5 (harness 1)", "pool_invalidate", "4", "48 024", "136", "1", "2.3", "41", "1/0", "1/0", "1/0"},
	{"pool-1.5 (harness 2)", "pool_close", "4", "48 024", "191", "1", "2.6", "36", "1/0", "1/0", "1/0"},
	{"felix-1.0.0", "felix_bundles", "4", "73 512", "113", "2.8", "crash", "-", "-", "1/0", "1/0"},
	{"lucene-2.3.0 (both)", "fig_5_1", "9", "68 311", "298", "3", "1", "0", "0/0", "0/0", "1/0"},
	{"jgroups-2.6.1", "jgroups_flush", "12", "92 934", "118", "4", "3.4", "39", "2/0", "1/0", "1/0"},
	{"jigsaw-2.2.6, communication", "fig_9_3", "17", "122 806", "3 509", "-", "> 1 h", "7894", "2/7", "1/5", "0/2"},
	{"jigsaw-2.2.6, locks", "jigsaw_factory", "", "", "", "", "", "", "", "", ""},
	{"jruby-1.0.0", "jruby_critical", "16", "136 479", "966", "13.7", "3.9", "58", "1/0", "1/0", "1/0"},
	{"jgroups-2.5.1", "jgroups_large", "15", "160 644", "2 545", "21", "> 1 h", "124", "1/0", "0/0", "1/0"},
	{"java logging", "logging", "0", "43 795", "131", "2", "3.7", "96", "0/2", "0/1", "0/1"},
	{"dbcp-1.2.1", "dbcp", "0", "90 821", "400", "3.3", "12", "320", "0/2", "0/2", "0/2"},
	{"java swing", "swing_caret", "0", "264 528", "1 155", "17.6", "105", "685", "2/1", "0/1", "0/1"},
}

// condvarFlags is the benchmark of trace programs and their search.
func condvarFlags(fs *flag.FlagSet) measurement {
	only := fs.String("cases", "", "`names` of cases of testdata, separated by commas (all)")
	tries := fs.Int("tries", 10, "runs of a confirmation at most")
	return func(ctx context.Context, e *environment) ([]table, error) {
		kernels, err := programTables(ctx, e, *only, *tries)
		if err != nil {
			return nil, err
		}
		searches, err := searches(ctx)
		if err != nil {
			return nil, err
		}
		return append(kernels, searches...), nil
	}
}

func programTables(ctx context.Context, e *environment, only string, tries int) ([]table, error) {
	ours := table{title: "Kernels after table 9.2 of the thesis", head: []string{"modelled after", "case", "conditions inferred/written", "lines", "goroutines", "statements", "after reduction", "generate, CPU ms", "check, CPU ms", "states", "error traces", "groups", "confirmed (communication/resource)"}}
	theirs := table{title: "Table 9.2 itself", head: []string{"program", "annotations written", "lines", "lines of the trace program", "run and generate, s", "check (JPF), s", "error traces", "potential", "real", "known before"}}
	for _, s := range subjects {
		if s.lines != "" { // else a part of the program of another row
			theirs.row(s.name, s.annotations, s.lines, s.traceLines, s.generate, s.check, s.traces, s.potential, s.real, s.known)
		}
		if only != "" && !wanted(s.kernel, only) {
			continue
		}
		row, err := measureKernel(ctx, e, s, tries)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.kernel, err)
		}
		ours.row(row...)
	}
	ours.notes = []string{"The cases are models of the deadlocks known in those programs, in Go, not the programs; no condition is written by hand. " +
		"generate: making the trace programs of the recording and reducing them, most of it reading; check: searching them to the end, " +
		"the difference of two such times (each the least of five), – where it is too small to be seen. groups: deadlocks of trace programs, " +
		"those of locks alone included; confirmed: what a run then showed, of communication (and mixed) deadlocks and of cycles of locks, which the lock graph predicts."}
	theirs.notes = []string{"From the thesis, measured in its own environment; the annotations are conditions written down by hand, ours are inferred. Potential, real and known before are " +
		"communication/resource deadlocks. jigsaw, one program there and two cases here, and jgroups-2.5.1 did not finish in an hour there; felix ended the checker with an error."}
	return []table{ours, theirs}, nil
}

// measureKernel runs the whole pipeline once, and then the two halves of the
// trace program's way again for their times.
func measureKernel(ctx context.Context, e *environment, s subject, tries int) ([]string, error) {
	say("%s", s.kernel)
	p := &program{name: s.kernel, dir: filepath.Join(e.dir, s.kernel), session: filepath.Join(e.dir, s.kernel+".recorded")}
	if _, err := p.unpack(); err != nil {
		return nil, err
	}
	doc, err := p.pipeline(ctx, e, tries)
	if err != nil {
		return nil, err
	}
	communication, resource := 0, 0
	for _, f := range doc.Findings {
		switch {
		case f.Status != report.StatusConfirmed:
		case f.Check == checks.LockOrder || f.Check == checks.DoubleLock:
			resource++
		default:
			communication++
		}
	}
	source, err := os.ReadFile(filepath.Join(p.dir, "main.go"))
	if err != nil {
		return nil, err
	}
	made, generate, err := stalls(ctx, p.session, predict.ProgramOptions{BuildOnly: true})
	if err != nil {
		return nil, err
	}
	found, whole, err := stalls(ctx, p.session, predict.ProgramOptions{Keep: true})
	if err != nil {
		return nil, err
	}
	all := sum(found)
	return []string{s.name, s.kernel, fmt.Sprintf("%d/%d", made.Table.Inferred, made.Table.Annotated), fmt.Sprint(bytes.Count(source, []byte("\n"))),
		fmt.Sprint(all.threads), fmt.Sprint(all.before), fmt.Sprint(all.after), number(generate, 1), number(max(whole-generate, 0), 1),
		fmt.Sprint(all.states), fmt.Sprint(all.traces), fmt.Sprint(all.groups), fmt.Sprintf("%d/%d", communication, resource)}, nil
}

// tool builds deadlocklint, unless DEADLOCKLINT names it.
func (e *environment) tool(ctx context.Context) (string, error) {
	if tool := os.Getenv("DEADLOCKLINT"); tool != "" {
		return tool, nil
	}
	tool := filepath.Join(e.dir, "deadlocklint")
	if _, err := os.Stat(tool); err == nil {
		return tool, nil
	}
	build := exec.CommandContext(ctx, "go", "build", "-C", "..", "-o", tool, "./cmd/deadlocklint")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building deadlocklint: %w\n%s", err, out)
	}
	return tool, nil
}

// pipeline runs deadlocklint itself.
func (p *program) pipeline(ctx context.Context, e *environment, tries int) (doc report.Document, err error) {
	tool, err := e.tool(ctx)
	if err != nil {
		return doc, err
	}
	cmd := exec.CommandContext(ctx, tool, "run", "-json", "-static=false", fmt.Sprintf("-tries=%d", tries), "-C="+p.dir, "-keep="+p.session, ".")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != deadlockFound) {
		return doc, fmt.Errorf("%w\n%s", err, &errs)
	}
	return report.ReadDocument(bytes.NewReader(out))
}

// deadlockFound is the exit status of deadlocklint when it found one.
const deadlockFound = 3

// stalls makes and searches the trace programs of a session, five times, and
// returns the least CPU time in milliseconds.
func stalls(ctx context.Context, session string, opt predict.ProgramOptions) (*predict.ProgramResults, float64, error) {
	var s *predict.ProgramResults
	cpu := 0.0
	for range 5 {
		before := ownCPU()
		var err error
		if s, err = predict.CheckPrograms(ctx, session, opt, func(done, total int) {}); err != nil {
			return nil, 0, err
		}
		cpu = least(cpu, (ownCPU()-before).Seconds()*1000)
	}
	if s.Table == nil {
		s.Table = &condvar.Table{}
	}
	return s, cpu, nil
}

// sums are those over the trace programs of a session.
type sums struct{ threads, before, after, states, traces, groups int }

func sum(s *predict.ProgramResults) (n sums) {
	for i, p := range s.Programs {
		n.threads += len(p.Threads)
		n.after += p.Stats.Statements
		n.before += p.Stats.Statements + p.Stats.Local + p.Stats.Harmless + p.Stats.Repeated
		n.states += s.Results[i].States
		n.traces += s.Results[i].Traces
		n.groups += len(s.Results[i].Deadlocks)
	}
	return n
}
