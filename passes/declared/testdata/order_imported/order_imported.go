// Package order_imported breaks an order that an import declares. // want package:"declared"
package order_imported

import (
	"example.com/declared/base"
)

func Swap(b *base.B, a *base.A) {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	a.Mu.Lock() // want `base.A.Mu is acquired .* against the order A.Mu < B.Mu declared at base.go:6`
	a.Mu.Unlock()
}
