package explorer

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
	"unsafe"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// TestSpendsTooMuch: a process that makes steps is ended when it has had more of the processors than it may. A process without
// such a limit, and one that spends nothing, come to their own ends.
func TestSpendsTooMuch(t *testing.T) {
	if record.UsageOf(os.Getpid()) == (record.Usage{}) {
		t.Skip("the processor time of other processes is not known here")
	}
	for name, c := range map[string]struct {
		script  string
		most    time.Duration
		overdue bool
	}{
		"it spins":            {"while :; do :; done", 50 * time.Millisecond, true},
		"it may spin":         {"i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done", 0, false},
		"it spends no time":   {"sleep 0.5", 50 * time.Millisecond, false},
		"it spends less time": {":", time.Hour, false},
	} {
		t.Run(name, func(t *testing.T) {
			trail := filepath.Join(t.TempDir(), "trail")
			if err := makeTrail(trail); err != nil {
				t.Fatal(err)
			}
			defer step(t, trail)()
			p := &process{most: c.most}
			cmd := exec.Command("sh", "-c", c.script)
			over, err := p.start(cmd)
			if err != nil {
				t.Fatal(err)
			}
			if _ = p.attend(cmd, trail, filepath.Join(t.TempDir(), "runs"), time.Time{}, over); p.overdue != c.overdue || p.stalled {
				t.Errorf("overdue: %v, stalled: %v", p.overdue, p.stalled)
			}
		})
	}
}

// stepsAt is where the number of steps is in a trail.
const stepsAt = int64(unsafe.Offsetof(boundary.TrailHead{}.Steps))

// step writes further steps into a trail until the returned function is called.
func step(t *testing.T, trail string) func() {
	f, err := os.OpenFile(trail, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		defer f.Close()
		for n := uint64(1); ; n++ {
			if _, err := f.WriteAt(binary.NativeEndian.AppendUint64(nil, n), stepsAt); err != nil {
				t.Error(err)
				return
			}
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	return func() { close(stop); <-stopped }
}
