package double_decided

import "sync"

type Options struct {
	Kind   string
	Silent bool
	Depth  int
}

type Tree struct {
	mu    sync.Mutex
	names []string
}

func (t *Tree) add(name string, o *Options) {
	t.names = append(t.names, name)
	if o.Kind == "async" || (!o.Silent && o.Depth > 1) {
		t.mu.Lock()
		t.names = append(t.names, "event")
		t.mu.Unlock()
	}
}

func (t *Tree) Add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add(name, &Options{Kind: "sync", Depth: 4}) // want doublelock
}
