// Package upload sends the parts of a file. Its protocol stands on the type: no part may
// be sent after Close.
package upload

import "sync"

// An Upload is a file on its way to a server.
//
//deadlocklint:typestate state open
//deadlocklint:typestate   Send -> open
//deadlocklint:typestate   Close -> closed
//deadlocklint:typestate state closed final
type Upload struct {
	mu    sync.Mutex
	parts map[int]string
}

func New() *Upload { return &Upload{parts: make(map[int]string)} }

func (u *Upload) Send(number int, part string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.parts[number] = part
}

func (u *Upload) Close() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.parts = nil
}
