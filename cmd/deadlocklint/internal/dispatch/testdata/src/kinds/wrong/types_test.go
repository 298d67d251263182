package wrong

import (
	"os"
	"runtime"
	"sync"
	"time"
)

type before struct{ a, b sync.Mutex }

func (t *before) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *before) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *before) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *before) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}

type after struct{ a, b sync.Mutex }

func (t *after) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *after) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *after) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *after) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}
