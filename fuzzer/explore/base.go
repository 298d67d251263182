package explore

// base is the base schedule, again and again: a goroutine runs until it waits,
// ends or yields.
type base struct{ order }

func (b *base) Begin(int)         { b.begin() }
func (b *base) End(int) bool      { return false }
func (b *base) Next(p *Point) int { return b.choose(p, b.rank(p), 0) }
