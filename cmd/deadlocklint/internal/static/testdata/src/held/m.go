package m

import "example.com/dep/box"

func F(b *box.Box) {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	b.Get()
}
