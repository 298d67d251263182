package confirm

import (
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

func TestCap(t *testing.T) {
	far, near := time.Now().Add(time.Hour), time.Now().Add(-time.Second)
	for _, c := range []struct {
		name string
		took time.Duration
		opt  Options
		want TimeLimit
		text string
	}{
		{"short", 10 * time.Millisecond, Options{}, TimeLimit{Limit: MinTimeLimit, Recorded: 10 * time.Millisecond}, "after 30s; when it was recorded the whole program took 10ms"},
		{"shorter", time.Microsecond, Options{Deadline: far}, TimeLimit{Limit: MinTimeLimit, Recorded: time.Microsecond}, "after 30s; when it was recorded the whole program took 10ms"},
		{"times", 3 * time.Second, Options{}, TimeLimit{Limit: time.Minute, Recorded: 3 * time.Second}, "after 1m0s; when it was recorded the whole program took 3s"},
		{"most", 30 * time.Second, Options{}, TimeLimit{Limit: DefaultTimeout, Recorded: 30 * time.Second}, "after 2m0s; when it was recorded the whole program took 30s"},
		{"long", 3 * time.Minute, Options{}, TimeLimit{Limit: 6 * time.Minute, Recorded: 3 * time.Minute}, "after 6m0s; when it was recorded the whole program took 3m0s"},
		{"not known", 0, Options{}, TimeLimit{Limit: DefaultTimeout}, "after 2m0s"},
		{"asked for", time.Second, Options{Timeout: time.Second}, TimeLimit{Limit: time.Second, Recorded: time.Second}, "after 1s; when it was recorded the whole program took 1s"},
		{"budget", time.Second, Options{Deadline: near}, TimeLimit{Recorded: time.Second, BySession: true}, "after 0s, when the budget was spent"},
	} {
		got := c.opt.capOf(&record.Target{Took: c.took})
		if got != c.want || got.String() != c.text {
			t.Errorf("%s: %+v, %s", c.name, got, got)
		}
	}
}
