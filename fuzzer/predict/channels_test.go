package predict

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace/tracetest"
)

// TestChannelLocks is the recognition of channels that are locks, by what
// goroutines did with one channel c.
func TestChannelLocks(t *testing.T) {
	const start = "t1 makechan c 1; t1 go t2; t1 go t3\n"
	for _, c := range []struct {
		name   string
		lines  string
		want   string // "", "send" or "recv", and "handed"
		listed bool   // as not modelled
	}{
		{"mutex by send", start + `
			t2 send c @f:1; t2 sent c; t2 recv c @f:2; t2 received c
			t3 send c @f:1; t3 sent c; t3 recv c @f:2; t3 received c`, "send", false},
		{"held when the run ends", start + `
			t2 send c @f:1; t2 sent c; t2 recv c @f:2; t2 received c
			t3 send c @f:1; t3 sent c; t2 send c @f:1`, "send", false},
		{"one user", start + `
			t2 send c @f:1; t2 sent c; t2 recv c @f:2; t2 received c`, "", false},
		{"mutex by receive", "t1 makechan c 1; t1 send c @f:1; t1 sent c; t1 go t2; t1 go t3" + `
			t2 recv c @f:2; t2 received c; t3 recv c @f:2; t2 send c @f:3; t2 sent c t3
			t3 send c @f:3; t3 sent c`, "recv", false},
		{"two tokens in three places", "t1 makechan c 3; t1 send c @f:1; t1 sent c; t1 send c @f:1; t1 sent c; t1 go t2; t1 go t3" + `
			t2 recv c @f:2; t2 received c; t3 recv c @f:2; t3 received c
			t2 send c @f:3; t2 sent c; t3 send c @f:3; t3 sent c`, "recv", false},
		{"given to the goroutine that is started", `t1 makechan c 1
			t1 send c @f:1; t1 sent c; t1 go t2; t2 recv c @f:2; t2 received c
			t1 send c @f:1; t1 sent c; t1 go t3; t3 recv c @f:2; t3 received c`, "send handed", false},
		{"given over two go statements", `t1 makechan c 1
			t1 send c @f:1; t1 sent c; t1 go t2; t2 go t3; t3 recv c @f:2; t3 received c`, "send handed", false},
		{"started before the acquire", start + `
			t1 send c @f:1; t1 sent c; t2 recv c @f:2; t2 received c
			t1 send c @f:1; t1 sent c; t3 recv c @f:2; t3 received c`, "", false},
		{"jobs filled in before the workers start", `t1 makechan c 2
			t1 send c @f:1; t1 sent c; t1 send c @f:1; t1 sent c; t1 go t2
			t2 recv c @f:2; t2 received c; t2 recv c @f:2; t2 received c`, "", false},
		{"notification, its sender receives too", start + `
			t2 send c @f:1 +try; t2 sent c; t2 recv c @f:2; t2 received c
			t3 send c @f:1 +try; t3 sent c; t3 recv c @f:2; t3 received c`, "", false},
		{"the receiver waited", start + `
			t2 recv c @f:2; t3 send c @f:1; t3 sent c t2
			t3 recv c @f:2; t2 send c @f:1; t2 sent c t3`, "", false},
		{"every acquire could end otherwise", start + `
			t2 select 2; t2 sent c; t2 recv c @f:2; t2 received c
			t3 select 2; t3 sent c; t3 recv c @f:2; t3 received c`, "", false},
		{"closed", start + `
			t2 send c @f:1; t2 sent c; t2 recv c @f:2; t2 received c
			t3 send c @f:1; t3 sent c; t3 recv c @f:2; t3 received c; t1 close c`, "", false},
		{"ended without a release", start + `
			t2 send c @f:1; t2 sent c; t2 recv c @f:2; t2 received c
			t2 send c @f:1; t2 sent c; t2 recv c @f:2; t2 received c
			t3 send c @f:1; t3 sent c; t3 exit`, "", true},
		{"now and then released by another", start + `
			t2 send c @f:1; t2 sent c; t2 recv c @f:2; t2 received c
			t2 send c @f:1; t2 sent c; t2 recv c @f:2; t2 received c
			t3 send c @f:1; t3 sent c; t2 recv c @f:2; t2 received c`, "", true},
		{"without a buffer", `t1 makechan c 0; t1 go t2
			t2 send c @f:1; t1 recv c @f:2; t1 received c t2`, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := tracetest.New(t, c.lines)
			p := newProcess(t.Context(), tr.Trace, nil, &Executables{})
			r := p.readChannels()
			p.locks, _ = p.channelLocks(r)
			got := ""
			for _, l := range p.locks {
				got = l.waitsIn()
				if l.handed {
					got += " handed"
				}
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if listed := len(p.unmodelledChannels(r)) > 0; listed != c.listed {
				t.Errorf("listed as not modelled: %t", listed)
			}
		})
	}
}
