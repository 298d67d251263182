package drive

import "go/types"

// This file makes drivers whose callbacks panic. A package that recovers from that must go on, so it gives its locks back. A panic that comes
// out of a call of the API ends its driver without a verdict, as any other.

// calling are the functions that take a function.
func (a *API) calling() (list []function) {
	for _, f := range a.offered(a.all()) {
		for v := range f.sig.Params().Variables() {
			if sig, ok := types.Unalias(v.Type()).Underlying().(*types.Signature); ok && a.writable(sig) {
				list = append(list, f)
				break
			}
		}
	}
	return list
}

// panicking is a driver with one goroutine, in which callbacks of the i-th of these functions panic. Others call back in peace.
func (g *generator) panicking(calling []function, i int) *Driver {
	d := &Driver{Seq: g.begin()}
	d.Seq = g.more(d.Seq, g.r.Intn(4))
	g.panics = true
	c, ok := g.on(calling[i%len(calling)], &d.Seq)
	if g.panics = false; !ok {
		return nil
	}
	d.Seq = append(d.Seq, c)
	return g.end(d)
}

// CallsBackPanics reports whether a callback of the driver panics.
func (d *Driver) CallsBackPanics() bool {
	for _, list := range d.lists() {
		for _, c := range *list {
			if c.Panics {
				return true
			}
		}
	}
	return false
}
