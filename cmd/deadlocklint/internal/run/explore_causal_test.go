package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// Two goroutines add to a variable, which is plain memory. In TestCausal they read it before they
// lock; its twin reads it under the lock. TestCausalStores has stores that nobody reads.
const causalTests = `package m

import (
	"sync"
	"sync/atomic"
	"testing"
)

var count int

func adds(mu *sync.Mutex, wg *sync.WaitGroup, early bool) {
	defer wg.Done()
	old := 0
	if early {
		old = count
	}
	mu.Lock()
	if !early {
		old = count
	}
	count = old + 1
	mu.Unlock()
}

func counts(t *testing.T, early bool) {
	count = 0
	var mu sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go adds(&mu, &wg, early)
	}
	wg.Wait()
	if count != 2 {
		t.Errorf("count is %d", count)
	}
}

func TestCausal(t *testing.T)     { counts(t, true) }
func TestCausalWell(t *testing.T) { counts(t, false) }

func TestCausalStores(t *testing.T) {
	var x atomic.Int32
	var wg sync.WaitGroup
	wg.Add(3)
	for i := range 3 {
		go func() { x.Store(int32(i)); x.Store(int32(i)); wg.Done() }()
	}
	wg.Wait()
}

// A Wait that the first Done ends may not be back when Add is called: then it panics.
func TestCausalReused(t *testing.T) {
	var wg sync.WaitGroup
	done := make(chan bool)
	wg.Add(1)
	go func() { wg.Done(); wg.Add(1); wg.Done(); close(done) }()
	wg.Wait()
	<-done
}
`

// TestExploreCausal: with -memory the values of plain words are read, and the twin is silent.
func TestExploreCausal(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", causalTests)
	for _, strategy := range []string{"causal", "causal-fast"} {
		_, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-memory", "-strategy="+strategy, ".")
		lines := exploredLine.FindAllStringSubmatch(stderr, -1)
		if len(lines) != 4 {
			t.Errorf("%s: %d tests\n%s", strategy, len(lines), stderr)
		}
		for _, m := range lines {
			if bad := m[1] == "TestCausal"; strings.Contains(m[3], "ends: fails") != bad || strings.Contains(m[3], "all schedules") || len(m[2]) > 3 {
				t.Errorf("%s: %s", strategy, m[0])
			}
		}
	}
	// Nobody loads what is stored, and the calls of Done commute.
	_, _, stderr := invoke(t, "explore", "-C="+dir, "-json", "-strategy=causal", "-run=TestCausalStores", ".")
	if m := exploredLine.FindStringSubmatch(stderr); m == nil || m[2] != "1" || !strings.Contains(m[3], "all values") {
		t.Errorf("%s", stderr)
	}
	_, _, stderr = invoke(t, "explore", "-C="+dir, "-json", "-strategy=causal", "-run=TestCausalReused", ".")
	if m := exploredLine.FindStringSubmatch(stderr); m == nil || strings.Contains(m[3], "all schedules") {
		t.Errorf("%s", stderr)
	}
}
