// Package field_unanswered_right looks like package field_unanswered.
package field_unanswered_right

import "time"

type stopper struct{ quiescer chan struct{} }

func newStopper() *stopper { return &stopper{quiescer: make(chan struct{})} }

func (s *stopper) shouldQuiesce() <-chan struct{} {
	if s == nil {
		return nil
	}
	return s.quiescer
}

// Stop closes it under another name.
func (s *stopper) Stop() {
	ch := s.quiescer
	func() { close(ch) }()
}

type queue struct{ stopper *stopper }

func (q *queue) Process() {
	<-q.stopper.shouldQuiesce()
}

func NewQueue() *queue { return &queue{stopper: newStopper()} }

// A Reader is told by whoever has the channel as well.
type Reader struct{ c chan bool }

func (r *Reader) Read() int {
	<-r.c
	return 0
}

func NewReader() (*Reader, chan<- bool) {
	c := make(chan bool)
	return &Reader{c: c}, c
}

type given struct{ c chan bool }

func (g *given) wait() { <-g.c }

func Given(c chan bool) {
	g := &given{c: c}
	g.wait()
}

// A Watcher hands out what it sends to.
type Watcher interface{ Result() <-chan int }

type watcher struct{ result chan int }

func (w *watcher) Result() <-chan int { return w.result }

func (w *watcher) loop() {
	for i := range 10 {
		w.result <- i
	}
}

func Watch() Watcher {
	w := &watcher{result: make(chan int)}
	go w.loop()
	return w
}

type poller struct {
	ready chan int
	names map[string]chan int
}

// put keeps the channel under a name.
func (p *poller) put(name string) { p.names[name] = p.ready }

func (p *poller) Wait() int { return <-p.ready }

func NewPoller() *poller {
	p := &poller{ready: make(chan int), names: map[string]chan int{}}
	p.put("first")
	return p
}

func (p *poller) Tell(name string, n int) { p.names[name] <- n }

type ticker struct {
	quit chan struct{}
	tick func()
}

// Run has a select that ends otherwise.
func (t *ticker) Run() {
	select {
	case <-t.quit:
	case <-time.After(time.Second):
		t.tick()
	}
}

func NewTicker(tick func()) *ticker { return &ticker{quit: make(chan struct{}), tick: tick} }

type hook struct{ paused chan struct{} }

// Pause waits only where somebody has set it.
func (h *hook) Pause() {
	if h.paused != nil {
		<-h.paused
	}
}

func NewHook() *hook { return &hook{} }

type both struct{ first, second chan int }

func NewBoth() *both {
	c := make(chan int)
	return &both{first: c, second: c}
}

func (b *both) Send(n int) { b.second <- n }

func (b *both) Receive() int { return <-b.first }

type member struct{ done chan struct{} }

type group struct{ member }

func NewGroup() *group { return &group{member{done: make(chan struct{})}} }

// Close closes the channel of the part.
func (g *group) Close() { close(g.done) }

func (m *member) Wait() { <-m.done }

func finish(c chan struct{}) { close(c) }

type task struct{ over chan struct{} }

func NewTask(run func(func())) *task {
	t := &task{over: make(chan struct{})}
	run(func() { finish(t.over) })
	return t
}

func (t *task) Wait() { <-t.over }

// A errand of this kind has no channel, and is asked for it.
type errand struct {
	done chan struct{}
	run  func()
}

func NewErrand(run func()) *errand { return &errand{run: run} }

func (t *errand) Run() {
	t.run()
	if t.done != nil {
		t.done <- struct{}{}
	}
}

func (t *errand) Wait(timeout time.Duration) {
	select {
	case <-t.done:
	case <-time.After(timeout):
	}
}

// A post gets its channel with a value of its type.
type post struct{ done chan struct{} }

func NewPost() *post {
	j := new(post)
	*j = post{make(chan struct{}, 1)}
	return j
}

func (j *post) Run() { j.done <- struct{}{} }

func (j *post) Wait() { <-j.done }
