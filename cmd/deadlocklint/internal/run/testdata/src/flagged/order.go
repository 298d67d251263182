package m

import "sync"

type pair struct{ a, b sync.Mutex }

var how = "along"

func (p *pair) along() { p.a.Lock(); p.b.Lock(); p.b.Unlock(); p.a.Unlock() }

func (p *pair) across() { p.b.Lock(); p.a.Lock(); p.a.Unlock(); p.b.Unlock() }
