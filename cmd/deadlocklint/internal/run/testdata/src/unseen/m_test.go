// Its tests pass natively. They fail when the program sees a function of the tool, or when a child that is meant to die
// ends otherwise.
package m

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/singleflight"
)

// names are the functions of the callers.
func names() (list []string) {
	for i := 1; ; i++ {
		pc, _, _, ok := runtime.Caller(i)
		if !ok {
			break
		}
		list = append(list, runtime.FuncForPC(pc).Name())
	}
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		list = append(list, f.Function)
		if !more {
			return list
		}
	}
}

func text(all bool) string {
	b := make([]byte, 1<<20)
	return string(b[:runtime.Stack(b, all)])
}

func look(t *testing.T) {
	list := names()
	for line := range strings.Lines(string(debug.Stack()) + text(true)) {
		if !strings.HasPrefix(line, "\t") {
			list = append(list, strings.TrimSpace(line))
		}
	}
	for _, name := range list {
		if strings.Contains(name, ".dl") || strings.Contains(name, "*dl") || strings.Contains(name, "eadlocklint") {
			t.Errorf("the program sees %s", name)
		}
	}
}

// TestFlight calls a method that the tool wraps, with a function.
func TestFlight(t *testing.T) {
	var g singleflight.Group
	g.Do("key", func() (any, error) { look(t); return nil, nil })
}

func TestStacks(t *testing.T) {
	var once sync.Once
	var in []string
	once.Do(func() { in = names(); look(t) })
	if at := slices.Index(in, "sync.(*Once).doSlow"); at < 0 || in[at+1] != "sync.(*Once).Do" || at > 1 {
		t.Errorf("the callers are %q", in)
	}
	sync.OnceFunc(func() { look(t) })()
	func() {
		defer func() { recover(); look(t) }()
		new(sync.WaitGroup).Done()
	}()
	var mu sync.Mutex
	var wg sync.WaitGroup
	c := sync.NewCond(new(sync.Mutex))
	receives := make(chan bool)
	over := false
	mu.Lock()
	wg.Add(5)
	go func() { defer wg.Done(); mu.Lock(); mu.Unlock() }()
	go func() { defer wg.Done(); <-receives }()
	go func() {
		defer wg.Done()
		c.L.Lock()
		for !over {
			c.Wait()
		}
		c.L.Unlock()
	}()
	time.AfterFunc(time.Millisecond, func() { defer wg.Done(); look(t) })
	go func() { defer wg.Done(); look(t) }()
	time.Sleep(5 * time.Millisecond)
	look(t)
	mu.Unlock()
	close(receives)
	c.L.Lock()
	over = true
	c.Broadcast()
	c.L.Unlock()
	wg.Wait()
	t.Cleanup(func() { look(t) })
}

func TestChildren(t *testing.T) {
	switch os.Getenv("CHILD") {
	case "select":
		select {}
	case "locked":
		var mu sync.Mutex
		mu.Lock()
		mu.Lock()
	case "exit":
		os.Exit(7)
	case "panics":
		var mu sync.Mutex
		mu.Unlock()
	case "":
		for what, want := range map[string]string{"select": "exit status 2", "locked": "exit status 2", "exit": "exit status 7", "panics": "exit status 2"} {
			child := exec.Command(os.Args[0], "-test.run=^TestChildren$", "-test.timeout=0")
			child.Env = append(os.Environ(), "CHILD="+what)
			b, err := child.CombinedOutput()
			asleep := strings.Contains(string(b), "fatal error: all goroutines are asleep - deadlock!")
			if err == nil || err.Error() != want || asleep != (what == "select" || what == "locked") {
				t.Errorf("%s: %v, %s", what, err, b)
			}
			if strings.Contains(string(b), ".dl") {
				t.Errorf("%s shows a function of ours: %s", what, b)
			}
		}
	}
}
