package kinds

import (
	"os"
	"runtime"
	"sync"
	"time"
)

type plain struct{ a, b sync.Mutex }

func (t *plain) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *plain) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *plain) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *plain) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}

type inSub struct{ a, b sync.Mutex }

func (t *inSub) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *inSub) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *inSub) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *inSub) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}

type sharing struct{ a, b sync.Mutex }

func (t *sharing) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *sharing) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *sharing) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *sharing) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}

type outlives struct{ a, b sync.Mutex }

func (t *outlives) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *outlives) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *outlives) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *outlives) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}

type argued struct{ a, b sync.Mutex }

func (t *argued) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *argued) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *argued) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *argued) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}

type variables struct{ a, b sync.Mutex }

func (t *variables) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *variables) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *variables) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *variables) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}

type child struct{ a, b sync.Mutex }

func (t *child) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *child) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *child) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *child) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}

type notChosen struct{ a, b sync.Mutex }

func (t *notChosen) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *notChosen) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *notChosen) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *notChosen) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}

type seeds struct{ a, b sync.Mutex }

func (t *seeds) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *seeds) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *seeds) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *seeds) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}

type example struct{ a, b sync.Mutex }

func (t *example) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *example) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *example) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *example) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}

type bench struct{ a, b sync.Mutex }

func (t *bench) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *bench) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *bench) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *bench) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}

type tagged struct{ a, b sync.Mutex }

func (t *tagged) ab() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *tagged) ba() {
	t.b.Lock()
	t.a.Lock()
	t.a.Unlock()
	t.b.Unlock()
}

func (t *tagged) cross() {
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); t.ab() }()
	go func() { defer wg.Done(); t.comesLate(before); t.ba() }()
	wg.Wait()
}

func (t *tagged) comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
}
