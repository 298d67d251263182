package run_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

const reportedStats = `package m

import "sync"

type Queue struct {
	mu    sync.Mutex
	items []int
}

type Stats struct {
	mu sync.Mutex
	n  int
}

func (s *Stats) Inc() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (q *Queue) Push(s *Stats, v int) {
	q.mu.Lock()
	q.items = append(q.items, v)
	q.mu.Unlock()
	s.Inc()
}

func (q *Queue) Drain(s *Stats) {
	q.mu.Lock()
	q.items = nil
	q.mu.Unlock()
	s.Inc()
}

func (s *Stats) Report(q *Queue) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	q.mu.Lock()
	defer q.mu.Unlock()
	return s.n + len(q.items)
}
`

const reportedTest = `package m

import (
	"sync"
	"testing"
)

func TestQueue(t *testing.T) {
	var q Queue
	var s Stats
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range 4 {
				q.Push(&s, i+j)
			}
		}()
	}
	wg.Add(1)
	go func() { defer wg.Done(); s.Report(&q) }()
	wg.Wait()
	wg.Add(2)
	go func() { defer wg.Done(); s.Report(&q) }()
	go func() { defer wg.Done(); q.Drain(&s) }()
	wg.Wait()
}
`

// committed makes a module whose files are in git.
func committed(t *testing.T) string {
	t.Helper()
	dir := moduletest.Module(t, "", "m.go", reportedStats, "m_test.go", reportedTest)
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "m"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	return dir
}

func TestExploreChangedComplains(t *testing.T) {
	t.Parallel()
	dir := committed(t)
	for want, args := range map[string][]string{
		"there is no such heuristic":        {"-changed=HEAD", "-x=capp=XS"},
		"capp=FOS":                          {"-changed=HEAD", "-x=capp=FOS"},
		"write -changed with a revision":    {"-x=capp=LS"},
		"capp and -changed go together":     {"-x=strategy=capp"},
		"-changed go together":              {"-x=strategy=icb", "-changed=HEAD"},
		"name a commit, branch or tag":      {"-changed=nothing"},
		"-changed: \"-x\" is no revision; ": {"-changed=-x"},
	} {
		if err := refused(t, append([]string{"explore", "-C=" + dir}, append(args, ".")...)...); !strings.Contains(err, want) {
			t.Errorf("%s: %s", args, err)
		}
	}
}
