package predict

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// isChild reports whether a recorded process was started by that of its target.
func isChild(t *trace.Trace, target *record.Target) bool {
	return target != nil && target.PID != 0 && parseHex(t.Header[trace.HeaderPID]) != uint64(target.PID)
}
