// A timer ends the first cycle of a run, and a ticker the second one.
package m

import (
	"sync"
	"testing"
	"time"
)

// The second stage stands in a cycle until 20 ticks are counted.
func stage(late chan struct{}, timer bool, meet bool) {
	sem := make(chan struct{}, 1)
	var mu sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	holds := make(chan struct{})
	take := func() (give func()) {
		sem <- struct{}{}
		var once sync.Once
		free := func() { once.Do(func() { <-sem }) }
		if timer {
			tm := time.AfterFunc(2*time.Second, free)
			return func() { tm.Stop(); free() }
		}
		stop := make(chan struct{})
		go func() {
			select {
			case <-late:
				free()
			case <-stop:
			}
		}()
		return func() { close(stop); free() }
	}
	go func() {
		defer wg.Done()
		give := take()
		if meet {
			<-holds
		}
		mu.Lock()
		mu.Unlock()
		give()
	}()
	go func() {
		defer wg.Done()
		time.Sleep(30 * time.Millisecond)
		mu.Lock()
		close(holds)
		give := take()
		give()
		mu.Unlock()
	}()
	wg.Wait()
}

func TestStages(t *testing.T) {
	tk := time.NewTicker(200 * time.Millisecond)
	defer tk.Stop()
	late := make(chan struct{})
	go func() {
		for range 20 {
			<-tk.C
		}
		close(late)
	}()
	stage(late, true, false)
	stage(late, false, true)
	<-late
}
