package crosses

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

type pair struct{ a, b sync.Mutex }

func (p *pair) there() { p.a.Lock(); p.b.Lock(); p.b.Unlock(); p.a.Unlock() }
func (p *pair) back()  { p.b.Lock(); p.a.Lock(); p.a.Unlock(); p.b.Unlock() }

func TestCross(t *testing.T) {
	var p pair
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); p.there() }()
	go func() {
		defer wg.Done()
		time.Sleep(50 * time.Millisecond) // the other one is past it when this is recorded
		p.back()
	}()
	wg.Wait()
}

// TestMain breaks what the stages behind the recording need.
func TestMain(m *testing.M) {
	code := m.Run()
	dir := os.Getenv("DEADLOCKLINT_DIR")
	switch os.Getenv("BREAK") {
	case "binary":
		names, _ := filepath.Glob(filepath.Join(dir, "bin.*.crosses.test"))
		for _, n := range names {
			os.Remove(n)
		}
	case "schedules":
		os.WriteFile(filepath.Join(dir, "schedules.0"), nil, 0o600)
	}
	os.Exit(code)
}
