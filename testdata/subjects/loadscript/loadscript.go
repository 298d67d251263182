// Package loadscript loads the scripts of a document, and compiles each behind its load.
//
// Source: loadScript of Mozilla, table 5 of the HaPSet paper (Wang, Said, Gupta 2011).
// Bug: a load and its completion are two critical sections, and another load changes the current script in between.
// Shows as: failed test, since a script is compiled twice and another one never.
//
// family: sections
package loadscript

import "sync"

// A script is compiled when its source is there.
type script struct {
	name     string
	source   string
	compiled int
	loaded   chan struct{}
}

// A loader gets sources, one after the other.
type loader struct {
	queue chan load
	wg    sync.WaitGroup
}

// A load is a name, and what is to be done with its source.
type load struct {
	name     string
	complete func(source string)
}

func (l *loader) run() {
	defer l.wg.Done()
	for next := range l.queue {
		next.complete("source of " + next.name)
	}
}

// A document has one script that is current.
type document struct {
	mu      sync.Mutex
	current *script
	loader  *loader
	errors  int
}

// launch begins the load of a script.
func (d *document) launch(s *script) {
	d.loader.queue <- load{s.name, func(source string) {
		d.onLoadComplete(source)
		close(s.loaded)
	}}
}

// loadScript makes a script the current one and begins its load.
func (d *document) loadScript(s *script) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.current = s
	d.launch(s)
}

// onLoadComplete compiles the current script.
func (d *document) onLoadComplete(source string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.current.source = source
	d.current.compiled++
	if source != "source of "+d.current.name {
		d.errors++
	}
}

// A cache has the scripts of all windows.
type cache struct {
	mu      sync.Mutex
	scripts map[string]*script
}

// get returns a script, and whether it is new.
func (c *cache) get(name string) (*script, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.scripts[name]; s != nil {
		return s, false
	}
	s := &script{name: name, loaded: make(chan struct{})}
	c.scripts[name] = s
	return s, true
}

// window shows a page with scripts.
func (d *document) window(c *cache, names []string) {
	for _, name := range names {
		s, fresh := c.get(name)
		if fresh {
			d.loadScript(s)
		}
		<-s.loaded
	}
}

// run shows a window for each list of scripts, and returns how many scripts were not compiled
// once, and how many got the source of another one.
func run(pages ...[]string) (wrong, errors int) {
	d := &document{loader: &loader{queue: make(chan load, len(pages))}}
	c := &cache{scripts: map[string]*script{}}
	d.loader.wg.Add(1)
	go d.loader.run()
	var wg sync.WaitGroup
	for _, names := range pages {
		wg.Add(1)
		go func() {
			defer wg.Done()
			d.window(c, names)
		}()
	}
	wg.Wait()
	close(d.loader.queue)
	d.loader.wg.Wait()
	for _, s := range c.scripts {
		if s.compiled != 1 {
			wrong++
		}
	}
	return wrong, d.errors
}
