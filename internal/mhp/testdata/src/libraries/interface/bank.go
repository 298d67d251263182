package m

import "sync"

type bank struct{ gate, x, y sync.Mutex }

func (b *bank) ab() {
	b.gate.Lock()
	b.x.Lock() // A holds
	b.y.Lock() // A wants
	b.y.Unlock()
	b.x.Unlock()
	b.gate.Unlock()
}

func (b *bank) ba() {
	b.gate.Lock()
	b.y.Lock() // B holds
	b.x.Lock() // B wants
	b.x.Unlock()
	b.y.Unlock()
	b.gate.Unlock()
}

func Do() any { return &bank{} }
