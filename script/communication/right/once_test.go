package right

import (
	"fmt"
	"sync"
	"testing"
)

// plugins are listed when the first one is asked for.
type plugins struct {
	mu    sync.Mutex
	once  sync.Once
	names []string
	uses  map[string]int
}

func (p *plugins) scan() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range 200 {
		p.names = append(p.names, fmt.Sprintf("plugin-%03d", i))
	}
}

func (p *plugins) find(i int) string {
	p.once.Do(p.scan)
	return p.names[i]
}

// use counts how often a plugin is used.
func (p *plugins) use(i int) int {
	name := p.find(i)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.uses[name]++
	return p.uses[name]
}

func TestOnce(t *testing.T) {
	p := &plugins{uses: make(map[string]int)}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		n := 0
		for i := range 2_000_000 {
			n += i % 2
		}
		if got := p.use(n % 10); got != 1 {
			t.Errorf("used %d times", got)
		}
	}()
	go func() {
		defer wg.Done()
		if name := p.find(3); name != "plugin-003" {
			t.Errorf("name %q", name)
		}
	}()
	wg.Wait()
}
