package double_two_inits

import "sync"

var (
	mu     sync.Mutex
	makers = map[string]func() *Writer{}
)

type Writer struct{ name string }

func register(kind string, maker func() *Writer) {
	mu.Lock()
	defer mu.Unlock()
	makers[kind] = maker
}

func create(kind string) *Writer {
	mu.Lock()
	defer mu.Unlock()
	return makers[kind]() // want doublelock
}

func init() {
	register("plain", func() *Writer { return NewLog("file").writer })
}
