package explorer

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

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

// Variables of a process that tells of a decision.
const (
	envAsk   = "DEADLOCKLINT_ASK"    // the file for it
	envAskAt = "DEADLOCKLINT_ASK_AT" // choices before the first choice that counts
)

// The file has an entry for each goroutine behind one for all; the runtime has the same
// numbers.
const (
	askSize = 40
	askMost = 66
)

// NextDecision makes the choices of an ending, and those of the base schedule behind them, with the
// recorder on. It returns the first decision behind the choices, nil when there is none.
func NextDecision(ctx context.Context, t *record.Target, dir, test string, e *Ending, choices int) (*Decision, *Repetition, error) {
	name := filepath.Join(dir, "asked")
	if err := os.WriteFile(name, make([]byte, askSize*askMost), 0o600); err != nil {
		return nil, nil, fmt.Errorf("cannot explore %s: %w; free some space in %s", test, err, dir)
	}
	own := *t
	own.Env = slices.Concat(t.Env, []string{envAsk + "=" + name, envAskAt + "=" + strconv.Itoa(choices)})
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
	if len(b) < askSize || binary.LittleEndian.Uint64(b) == 0 {
		return nil
	}
	d := &Decision{At: int(binary.LittleEndian.Uint64(b) - 1)}
	n := min(binary.LittleEndian.Uint64(b[8:]), askMost-1)
	for range n {
		if b = b[askSize:]; len(b) < askSize {
			break
		}
		d.Options = append(d.Options, Option{
			Step: Step{Goroutine: int(binary.LittleEndian.Uint32(b[28:]) & 0xffff), Op: trace.Op(b[36]), Enabled: int(n), Object: binary.LittleEndian.Uint32(b[32:])},
			Place: Place{
				Seq: binary.LittleEndian.Uint64(b), Stack: binary.LittleEndian.Uint64(b[8:]), Object: binary.LittleEndian.Uint64(b[16:]), G: binary.LittleEndian.Uint32(b[24:]),
			},
			Runs: b[37] != 0,
		})
	}
	return d
}
