package m

import "sync"

// 𝔸 is outside of the basic plane: two units in UTF-16.
type T struct{ a, b sync.Mutex }

func (x *T) AB() { x.a.Lock(); defer x.a.Unlock(); /* 𝔸 */ x.b.Lock(); defer x.b.Unlock() }
func (x *T) BA() { x.b.Lock(); defer x.b.Unlock(); x.a.Lock(); defer x.a.Unlock() }
