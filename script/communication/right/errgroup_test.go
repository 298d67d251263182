package right

import (
	"sync"
	"testing"
)

// group runs tasks, at most some at a time, and keeps the first error.
type group struct {
	wg    sync.WaitGroup
	limit chan struct{}
	once  sync.Once
	err   error
}

func newGroup(limit int) *group {
	return &group{limit: make(chan struct{}, limit)}
}

func (g *group) run(task func() error) {
	g.limit <- struct{}{}
	g.wg.Add(1)
	go func() {
		defer g.done()
		if err := task(); err != nil {
			g.once.Do(func() { g.err = err })
		}
	}()
}

func (g *group) tryRun(task func() error) bool {
	select {
	case g.limit <- struct{}{}:
	default:
		return false
	}
	g.wg.Add(1)
	go func() {
		defer g.done()
		if err := task(); err != nil {
			g.once.Do(func() { g.err = err })
		}
	}()
	return true
}

func (g *group) done() {
	<-g.limit
	g.wg.Done()
}

func (g *group) wait() error {
	g.wg.Wait()
	return g.err
}

type folder struct {
	files   int
	folders []folder
}

// count adds up the files of a folder and all below.
func count(g *group, f folder, mu *sync.Mutex, total *int) error {
	mu.Lock()
	*total += f.files
	mu.Unlock()
	for _, below := range f.folders {
		task := func() error { return count(g, below, mu, total) }
		if !g.tryRun(task) {
			if err := task(); err != nil {
				return err
			}
		}
	}
	return nil
}

func TestErrGroup(t *testing.T) {
	leaf := folder{files: 3}
	root := folder{files: 1, folders: []folder{{folders: []folder{{folders: []folder{leaf}}, leaf}}, {folders: []folder{leaf}}}}
	g := newGroup(3)
	var mu sync.Mutex
	total := 0
	g.run(func() error { return count(g, root, &mu, &total) })
	if err := g.wait(); err != nil || total != 10 {
		t.Fatalf("%d files, %v", total, err)
	}
}
