package explorer

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Decision is a choice between several goroutines, as the repetition of a run came to it.
type Decision struct {
	At      int // choices before it
	Options []Option
}

// An Option is one goroutine that could go on.
type Option struct {
	Step       // that it would make
	Place      // where; only Seq, Stack, Object and G are known
	Runs  bool // the goroutine has run so far
}

// NextDecision makes the choices of an ending, and those of the base schedule after them, with the
// recorder on. It returns the first decision after the choices, nil when there is none.
func NextDecision(ctx context.Context, t *record.Target, dir, test string, e *Ending, choices int) (*Decision, *Repetition, error) {
	name := filepath.Join(dir, "asked")
	if err := os.WriteFile(name, make([]byte, boundary.AskSize), 0o600); err != nil {
		return nil, nil, fmt.Errorf("cannot explore %s: %w; free some space in %s", test, err, dir)
	}
	own := *t
	own.Env = slices.Concat(t.Env, []string{boundary.EnvAsk + "=" + name, boundary.EnvAskAt + "=" + strconv.Itoa(choices)})
	seen, err := Repeat(ctx, &own, dir, test, e, io.Discard)
	if err != nil {
		return nil, nil, err
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	return parseDecision(b), seen, nil
}

// parseDecision reads the file, nil when no decision was written.
func parseDecision(b []byte) *Decision {
	head, rest := boundary.Records[boundary.AskHead](b, 1)
	if len(head) == 0 || head[0].At == 0 {
		return nil
	}
	d := &Decision{At: int(head[0].At - 1)}
	list, _ := boundary.Records[boundary.Ask](rest, int(min(head[0].Count, boundary.MaxChoices)))
	for _, a := range list {
		d.Options = append(d.Options, Option{
			Step:  Step{Goroutine: int(a.ID & 0xffff), Op: trace.Op(a.Op), Enabled: int(head[0].Count), Object: a.Num},
			Place: Place{Seq: a.Seq, Stack: a.Stack, Object: a.Object, G: a.G},
			Runs:  a.Runs != 0,
		})
	}
	return d
}
