package driver

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/driver/testflags"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A session is one invocation of test, run or demo.
type session struct {
	testflags.Own
	streams     Streams
	out         *output // where the findings go
	progress    *progress
	dir         string // of the recording
	remove      bool
	work        string // the user's working directory
	shadow      *goroot.Shadow
	confirmWith string     // the command that confirms what this one only predicts
	replay      replayInfo // how the schedules of this session are run again
	gcflags     []string   // of every build, ours included
	goflags     string     // GOFLAGS of every child, "" to leave it alone
	writes      bool       // of plain memory only what conditions read is recorded, see instrument
	failed      bool       // the build, the tests or the program failed

	static []report.Finding // candidates of the static checks
	calls  *protocols       // of the module, nil when it has none
	only   string           // the id that deadlocklint confirm is asked about, "" for all
}

// newSession makes the directory and the instrumented GOROOT. A nil work
// directory is the current one.
func newSession(ctx context.Context, s Streams, own testflags.Own, work string) (*session, error) {
	se := &session{Own: own, streams: s, progress: newProgress(s.Err), work: work}
	if se.work == "" {
		wd, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		se.work = wd
	}
	if err := se.openOutput(); err != nil {
		return nil, err
	}
	if err := se.makeShadow(ctx); err != nil {
		return nil, err
	}
	return se, se.makeDir()
}

func (se *session) makeShadow(ctx context.Context) error {
	if err := goroot.Supported(); err != nil {
		return err
	}
	se.progress.say("preparing the instrumented Go")
	tc, err := goroot.Resolve(ctx, se.work)
	if err != nil {
		return err
	}
	cache, err := goroot.CacheDir()
	if err != nil {
		return err
	}
	se.shadow, err = goroot.Make(tc, cache)
	return err
}

func (se *session) makeDir() error {
	if se.Keep != "" {
		dir, err := filepath.Abs(se.Keep)
		if err != nil {
			return err
		}
		se.dir = dir
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("cannot make the directory of -keep: %w; name another one", err)
		}
		if old, _ := record.Traces(dir); len(old) > 0 { // an unreadable one was just made
			return usage{fmt.Errorf("%s has a recording already; name an empty directory or remove it", se.Keep)}
		}
		return nil
	}
	dir, err := os.MkdirTemp("", "deadlocklint-")
	if err != nil {
		return fmt.Errorf("cannot make a temporary directory: %w; set TMPDIR", err)
	}
	se.dir, se.remove = dir, true
	return nil
}

func (se *session) close() {
	se.progress.done()
	if se.remove {
		_ = os.RemoveAll(se.dir) // in the temporary directory
	}
}

// environ is what the go command needs to build and record.
func (se *session) environ(prefix []string) []string {
	env := append(os.Environ(), se.shadow.Env()...)
	env = append(env, record.EnvSession+"="+se.dir)
	if !se.NoCondvar {
		env = append(env, se.conditionsEnv()...)
	}
	if se.calls.hooked() {
		env = append(env, record.EnvCalls+"=1")
	}
	if se.goflags != "" {
		env = append(env, "GOFLAGS="+se.goflags)
	}
	if len(prefix) > 0 {
		list, _ := json.Marshal(prefix) // strings always can
		env = append(env, record.EnvExec+"="+string(list))
	}
	return env
}

// conditionsEnv tells a program to record what trace programs need.
func (se *session) conditionsEnv() []string {
	if se.writes {
		return []string{record.Conditions, record.Writes}
	}
	return []string{record.Conditions}
}

// finish predicts, confirms and reports, and returns the exit status as an error.
func (se *session) finish(ctx context.Context) error {
	ctx, stop := se.afterInterrupt(ctx)
	defer stop()
	se.progress.say("reading what was recorded")
	p, err := predict.Dir(ctx, se.dir, predict.Options{Time: se.predictTime()}, func(done, total int) {
		if total > 1 {
			se.progress.say("predicting: %d of %d processes", done, total)
		}
	})
	if err != nil {
		return err
	}
	deadline := se.deadline()
	findings, stats := se.confirmAll(ctx, p, se.beforeSearch(deadline))
	findings = append(findings, se.met(p, findings)...)
	if !se.NoCondvar && (se.only == "" || len(findings) == 0) {
		more, err := se.stall(ctx, findings, deadline, &stats)
		if err != nil {
			return err
		}
		findings = append(findings, more...)
	}
	violations, err := se.checkProtocols(ctx, &stats)
	if err != nil {
		return err
	}
	findings = append(se.join(findings, p.Reached), violations...)
	if se.only != "" {
		return se.reportOnly(findings, stats)
	}
	return se.report(findings, stats)
}

// deadline is when the budget is spent, zero for never.
func (se *session) deadline() (t time.Time) {
	if se.Budget > 0 {
		t = time.Now().Add(se.Budget)
	}
	return t
}

// afterInterrupt returns the context of what follows the recording: an
// interrupt that ended the recording has done its work, as with a server that
// never ends by itself.
func (se *session) afterInterrupt(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return ctx, func() {}
	}
	fmt.Fprintln(se.streams.Err, "deadlocklint: interrupted; confirming what was recorded until then, interrupt again to stop")
	return signal.NotifyContext(context.WithoutCancel(ctx), os.Interrupt, syscall.SIGTERM)
}

// confirmAll confirms what can be until the deadline, the likeliest first.
func (se *session) confirmAll(ctx context.Context, p *predict.Prediction, deadline time.Time) ([]report.Finding, report.Stats) {
	stats := reportStats(p.Stats)
	var findings []report.Finding
	shown := map[string]*predict.Candidate{}
	for i, f := range p.Findings {
		if se.only != "" && f.ID != se.only {
			continue
		}
		c := newClaim(se, f)
		if c.worthTrying() {
			se.progress.say("confirming %d of %d: %s", i+1, len(p.Findings), c.title())
			c.confirm(ctx, deadline)
		}
		stats.Tries += c.tries
		findings = append(findings, c.finding())
		shown[f.ID] = c.shown
		findings = append(findings, c.accidents...)
	}
	findings = unique(findings)
	se.retell(findings, shown, p.Order, &stats)
	return findings, stats
}

func (se *session) options() confirm.Options {
	opt := confirm.Variants()["index"]
	if v, ok := confirm.Variants()[se.Abstraction]; ok {
		opt = v
	}
	if se.Strategy != "" {
		opt.Strategy = confirm.Strategy(se.Strategy)
	}
	opt.Tries, opt.Seed = se.Tries, se.Seed
	return opt
}

// openOutput prepares where the findings of the session go.
func (se *session) openOutput() error {
	se.out = &output{
		Shown: se.Shown, streams: se.streams, json: se.JSON, verbose: se.Verbose,
		width: width(se.streams.Out), root: se.root(), failOn: se.FailOn,
	}
	return se.out.open()
}

// report writes the findings and derives the exit status.
func (se *session) report(findings []report.Finding, stats report.Stats) error {
	se.progress.done()
	if se.replay.Kind != "" { // a module that will be there: not the demo's
		se.out.keepResults(findings)
	}
	return se.out.write(findings, stats, se.failed)
}

func reportStats(s predict.Stats) report.Stats {
	return report.Stats{
		Tests: s.Tests, Processes: s.Processes, Events: s.Events, Folded: s.Folded, Lost: s.Lost,
		Limits:  append([]string{}, s.Limits...),
		Damaged: append([]string{}, s.Damaged...),
		Unseen:  append([]string{}, s.Unseen...),
	}
}

// unique drops findings with an id that came before, and accidents that are
// the deadlock of a confirmed finding: the search for one may end in another.
func unique(findings []report.Finding) []report.Finding {
	byID := map[string]int{}
	known := map[string]bool{}
	var out []report.Finding
	for _, f := range findings {
		if f.Check != checkAccident && f.Status == report.StatusConfirmed {
			known[waitFuncs(f)] = true
		}
	}
	for _, f := range findings {
		if f.Check == checkAccident && known[waitFuncs(f)] {
			continue
		}
		i, ok := byID[f.ID]
		if !ok {
			byID[f.ID] = len(out)
			out = append(out, f)
		} else if f.Status == report.StatusConfirmed && out[i].Status != report.StatusConfirmed {
			out[i] = f
		}
	}
	return out
}

// waitFuncs are the functions in which the goroutines of a finding wait, sorted.
func waitFuncs(f report.Finding) string {
	var fns []string
	for _, g := range f.Goroutines {
		if n := len(g.Steps); n > 0 {
			fns = append(fns, g.Steps[n-1].Func)
		}
	}
	slices.Sort(fns)
	return strings.Join(slices.Compact(fns), "\n")
}
