package reached

import (
	"os"
	"runtime"
	"sync"
	"time"
)

type tested struct{ a, b sync.Mutex }

func (t *tested) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *tested) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *tested) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *tested) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}
