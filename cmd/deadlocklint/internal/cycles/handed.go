package cycles

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// nativeTime is how long a run without a schedule may take.
const nativeTime = 20 * time.Second

// isHandedOver reports whether the test gives a lock of the finding to other goroutines, when it happened while others went on. One of
// them may have more to do than a run of an exploration has steps, or wait for the world outside, and release the lock in the end. A run
// without a schedule comes to that end, and shows who releases the lock.
func (c *Candidate) isHandedOver(ctx context.Context) bool {
	t := c.shown.Target
	if !c.manifest() || t == nil || t.Explored == nil || !t.Explored.Beside {
		return false
	}
	sites := c.source.handOvers(ctx, t)
	return slices.ContainsFunc(c.shown.Edges, func(e predict.Edge) bool {
		return slices.ContainsFunc(e.Locks, func(l predict.Place) bool {
			return slices.ContainsFunc(sites, func(f trace.Frame) bool { return f.File == l.Frame.File && f.Line == l.Frame.Line })
		})
	})
}

// handOvers are the places at which locks are taken in a run of a test without a schedule, and then released by other goroutines.
func (s *Source) handOvers(ctx context.Context, t *record.Target) []trace.Frame {
	test := t.Package + " " + t.Explored.Test
	list, known := s.handed[test]
	if !known {
		var err error
		if list, err = s.recordHandOvers(ctx, t); err != nil && ctx.Err() == nil {
			fmt.Fprintf(s.Session.Streams.Err, "deadlocklint: whether %s hands locks over is not known: %v\n", t.Explored.Test, err)
		}
		if s.handed == nil {
			s.handed = map[string][]trace.Frame{}
		}
		s.handed[test] = list
	}
	return list
}

func (s *Source) recordHandOvers(ctx context.Context, t *record.Target) ([]trace.Frame, error) {
	s.Session.Progress.Say("running %s without a schedule", t.Explored.Test)
	dir := filepath.Join(s.Session.Dir, "native."+t.ID)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("%w; free some space in %s", err, s.Session.Dir)
	}
	defer os.RemoveAll(dir)
	limited, stop := context.WithTimeout(ctx, nativeTime)
	defer stop()
	file, err := explorer.RecordNative(limited, t, dir, t.Explored.Test)
	if err != nil || file == "" {
		return nil, err
	}
	return predict.HandedOver(ctx, file)
}
