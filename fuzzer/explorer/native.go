package explorer

import (
	"context"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A Comparison says how a test that fails under the base schedule does otherwise.
type Comparison struct {
	Native Native
	Newest bool // it passes when after each wait the goroutine started last goes first
}

// Native is how a test does without any schedule, as go test runs it.
type Native string

// The outcomes.
const (
	NativePasses  Native = "passes"
	NativeFails   Native = "fails"
	NativeUnknown Native = "" // it was not tried, or did not end
)

// nativeRuns is how many native runs are made until one passes: a test may fail now and then.
const nativeRuns = 3

// nativeTime is how long a native run may take, at most: as long as the options say, all together.
const nativeTime = time.Minute

// Compare runs a test that fails under the base schedule without any schedule. Then it runs it with the goroutine started
// last first after each wait. Both have the time of the options. Files are kept below work.
func Compare(ctx context.Context, t *record.Target, work, test string, opt Options) (*Comparison, error) {
	if opt.Time > 0 {
		own, cancel := context.WithTimeout(ctx, opt.Time)
		defer cancel()
		ctx = own
	}
	seed := opt.Config.Seed
	newest := config.Config{Strategy: "youngest", Seed: seed}
	e, _, err := runOf(ctx, t, work, test, Options{Config: newest, Seed: seed, Runs: 1, Isolate: boundary.IsolatedFirst, Today: opt.Today, Time: opt.Time})
	if err != nil {
		return nil, err
	}
	c := &Comparison{Newest: e != nil && e.passes()}
	for range nativeRuns {
		if c.Native = native(ctx, t, test); c.Native != NativeFails {
			break
		}
	}
	return c, nil
}

// native makes one native run.
func native(ctx context.Context, t *record.Target, test string) Native {
	ctx, cancel := context.WithTimeout(ctx, nativeTime)
	defer cancel()
	p := &process{target: t, name: test}
	args := p.arguments()
	if strings.Contains(test, "/") {
		args[0] = "-test.run=" + exactly(test)
	}
	cmd := t.Command(ctx, args, boundary.EnvMode+"=0")
	cmd.WaitDelay = time.Second
	switch err := cmd.Run(); {
	case ctx.Err() != nil:
		return NativeUnknown
	case err == nil:
		return NativePasses
	}
	return NativeFails
}

// exactly is the pattern of -run for one subtest.
func exactly(name string) string {
	parts := strings.Split(name, "/")
	for i := range parts {
		parts[i] = "^" + regexp.QuoteMeta(parts[i]) + "$"
	}
	return strings.Join(parts, "/")
}

// RecordNative makes one native run of a test with the recorder on, and returns the file of its trace, "" for none. Files are kept in
// the directory dir. A run that is ended with ctx has its events until then.
func RecordNative(ctx context.Context, t *record.Target, dir, test string) (file string, err error) {
	p := &process{target: t, name: test}
	r, err := t.Another(dir, p.arguments())
	if err != nil {
		return "", err
	}
	r.Env = t.Env
	if t.Explored != nil {
		r.Env = t.Env[:t.Explored.Env] // the others make a run of an exploration again
	}
	if _, err := r.Record(ctx, dir, nil, io.Discard, io.Discard); err != nil {
		return "", err
	}
	return r.Trace(dir)
}
