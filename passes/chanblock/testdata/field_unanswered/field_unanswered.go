// Package field_unanswered waits for channels of fields that nobody answers.
package field_unanswered

type stopper struct{ quiescer chan struct{} }

func newStopper() *stopper { return &stopper{quiescer: make(chan struct{})} }

func (s *stopper) shouldQuiesce() <-chan struct{} {
	if s == nil {
		return nil
	}
	return s.quiescer
}

type queue struct{ stopper *stopper }

func (q *queue) Process() {
	<-q.stopper.shouldQuiesce() // want "blocks for ever: no goroutine sends to this channel or closes it"
}

func NewQueue() *queue { return &queue{stopper: newStopper()} }

type reader struct{ c chan bool }

func (r *reader) Read() int {
	select {
	case <-r.c: // want "blocks for ever: no goroutine sends to this channel or closes it"
	}
	return 0
}

func NewReader() *reader { return &reader{c: make(chan bool)} }

type watcher struct {
	result chan int
	stop   chan struct{}
}

func newWatcher() *watcher {
	w := &watcher{result: make(chan int), stop: make(chan struct{})}
	go w.loop()
	return w
}

func (w *watcher) loop() {
	for i := range 10 {
		w.result <- i // want "blocks for ever: no goroutine receives from this channel"
	}
	<-w.stop
}

func Watch() func() {
	w := newWatcher()
	return func() { close(w.stop) }
}

type task struct {
	done chan struct{}
	run  func()
}

func NewTask(run func()) *task { return &task{run: run} }

func (t *task) Run() {
	t.run()
	t.done <- struct{}{} // want "blocks for ever: no channel is assigned to this field, it is nil"
}

func (t *task) Wait() { <-t.done }
