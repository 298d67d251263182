// Package comments has comments that are not understood. // want package:"declared"
package comments

import "sync"

type T struct {
	mu   sync.Mutex
	name string
}

type U struct {
	mu sync.RWMutex
	n  int
}

type wrapper struct{ mu sync.Mutex }

/* want `an order needs two locks` */ //deadlocklint:order T.mu
/* want `T has no field nu` */ //deadlocklint:order T.nu < U.mu
/* want `T.name is a string, not a lock` */ //deadlocklint:order T.name < U.mu
/* want `V: there is no type, variable or imported package of that name` */ //deadlocklint:order T.mu < V.mu
/* want `package sync has no Mutexx` */ //deadlocklint:order sync.Mutexx < T.mu
/* want `a lock is missing in` */ //deadlocklint:order T.mu < < U.mu
/* want `are both comments.T.mu` */ //deadlocklint:order T.mu < T.mu
//deadlocklint:order T.mu < U.mu
/* want `U.mu < T.mu contradicts T.mu < U.mu of comments.go:25` */ //deadlocklint:order U.mu < T.mu
/* want `deadlocklint:guard means nothing; there are ignore, order, holds, condition and typestate` */ //deadlocklint:guard T.mu
/* want `deadlocklint:holds belongs into the comment directly above a function` */ //deadlocklint:holds T.mu

/* want `nu: there is no type, variable or imported package of that name` */ //deadlocklint:holds nu
func (t *T) f()                                                              {} // the comment is in the line above

/* want `deadlocklint:holds needs a lock` */ //deadlocklint:holds
func g()                                     {}

/* want `wrapper.mu is all there is in its type` */ //deadlocklint:order wrapper.mu < T.mu
