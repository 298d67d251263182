// Package add_in_goroutine adds when Wait may have returned.
package add_in_goroutine

import "sync"

func Inside(jobs []func()) {
	var wg sync.WaitGroup
	for _, j := range jobs {
		go func() {
			wg.Add(1) // want `wg.Add in the goroutine that is waited for may come after Wait has returned`
			defer wg.Done()
			j()
		}()
	}
	wg.Wait()
}

func After(jobs []func() int) <-chan int {
	var wg sync.WaitGroup
	out := make(chan int)
	go func() {
		wg.Wait()
		close(out)
	}()
	for _, j := range jobs {
		wg.Add(1) // want `wg.Add comes after the goroutine that waits is started`
		go func() {
			defer wg.Done()
			out <- j()
		}()
	}
	return out
}

// A Watcher is waited for by Close, which may come before the goroutine does.
type Watcher struct {
	wg   sync.WaitGroup
	stop chan struct{}
}

func until(stop chan struct{}, f func()) {
	for {
		select {
		case <-stop:
			return
		default:
			f()
		}
	}
}

func (w *Watcher) Start(work func()) {
	go until(w.stop, func() {
		w.wg.Add(1) // want `Watcher.wg.Add in the goroutine that is waited for`
		w.watch(work)
	})
}

func (w *Watcher) watch(work func()) {
	defer w.wg.Done()
	work()
}

func (w *Watcher) Close() {
	close(w.stop)
	w.wg.Wait()
}
