package dispatch

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestDoubtedConditions: a comment that says something else than the condition, and
// one over what cannot be read there, are said when the program has run.
func TestDoubtedConditions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		comment              string
		contradicted, unread int
	}{{"!l.Up", 0, 0}, {"l.Up", 1, 0}, {"!l.Up && !far.last", 0, 1}} {
		o := call(t, "run", "-json", "-v", "-static=false", "-tries=0", "-C="+moduleOf(t, waitsAs(c.comment)), ".")
		o.want(t, "run", report.ExitClean)
		k := o.Stats.Conditions
		if k == nil || k.Annotated != 1 || len(k.Contradicted) != c.contradicted || len(k.Unread) != c.unread || len(k.Unseen) > 0 {
			t.Errorf("%s: %+v", c.comment, k)
		}
		notes := strings.Join(o.Stats.Notes(), "\n")
		if strings.Contains(notes, "main.go:18:6") != (c.contradicted > 0) || strings.Contains(o.err, "could not be read") != (c.unread > 0) {
			t.Errorf("%s: the report says\n%s\nand stderr\n%s", c.comment, notes, o.err)
		}
	}
}

// TestUnseenWrites: where nobody saw a write, the report names the condition and what
// would see it; the deadlock that needs the write is not predicted, and not ruled out.
func TestUnseenWrites(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		set    string
		unseen bool
	}{{setPlainly, false}, {setReflecting, true}} {
		o := call(t, "run", "-json", "-static=false", "-tries=0", "-C="+moduleOf(t, setsUp+c.set), ".")
		o.want(t, "run", report.ExitClean)
		k := o.Stats.Conditions
		if k == nil || (len(k.Unseen) > 0) != c.unseen || k.MemoryEvents != 0 || len(k.Packages) > 0 {
			t.Fatalf("unseen: %v; %+v", c.unseen, k)
		}
		notes := strings.Join(o.Stats.Notes(), "\n")
		if strings.Contains(notes, "!l.Up at main.go:17:6") != c.unseen || strings.Contains(notes, "-memory") != c.unseen {
			t.Errorf("unseen: %v; the report says\n%s", c.unseen, notes)
		}
		if found := o.Stats.Unconfirmed+len(o.Findings) > 0; found == c.unseen {
			t.Errorf("unseen: %v; something is predicted: %v", c.unseen, found)
		}
	}
}

// setsSeveral writes three variables of a condition in one statement, two of which
// grow.
const setsSeveral = `
-- go.mod --
module example.com/several
go 1.24
-- main.go --
package main

import "sync"

type queue struct {
	mu      sync.Mutex
	some    *sync.Cond
	jobs    []int
	n, most int
	closed  bool
}

func (q *queue) put(v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) >= 4 || q.n >= 8 || q.closed {
		q.some.Wait()
	}
	q.jobs, q.n, q.closed = append(q.jobs, v), q.n+1, v > 9
	q.n += 2
	q.n -= 2
	q.some.Broadcast()
}

func (q *queue) get() (v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) == 0 {
		q.some.Wait()
	}
	v, q.jobs = q.jobs[0], q.jobs[1:]
	q.n--
	q.some.Broadcast()
	return v
}

func main() {
	q := &queue{}
	q.some = sync.NewCond(&q.mu)
	var all sync.WaitGroup
	for i := range 2 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 5 {
				q.put(i)
				q.get()
			}
		}()
	}
	all.Wait()
}
`

// TestSitesTellOnce: what the sites of the overlay tell of, memory events do not tell
// again, and nothing is unseen: with them and without.
func TestSitesTellOnce(t *testing.T) {
	t.Parallel()
	dir := moduleOf(t, setsSeveral)
	for _, memory := range []string{"-memory=false", "-memory"} {
		o := call(t, "run", "-json", "-static=false", "-tries=0", memory, "-C="+dir, ".")
		o.want(t, "run", report.ExitClean)
		if k := o.Stats.Conditions; k == nil || k.Inferred != 2 || k.MemoryEvents != 0 || len(k.Unseen) > 0 {
			t.Errorf("%s: %+v", memory, k)
		}
	}
}
