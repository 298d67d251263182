// Package base declares an order for those who import it. // want package:"declared"
package base

import "sync"

//deadlocklint:order A.Mu < B.Mu

type A struct {
	Mu sync.Mutex
	n  int
}

type B struct {
	Mu sync.Mutex
	n  int
}
