// Package broken has protocols that cannot be obeyed.
package broken

// want +2 `the protocol of A is not obeyed: line 2 of it: there is no state shut`
//
//deadlocklint:typestate state open
//deadlocklint:typestate   Close -> shut
type A struct{}

func (A) Close() {}

// want +2 `the protocol of B is not obeyed: B has no method Clos; correct the name`
//
//deadlocklint:typestate state open
//deadlocklint:typestate   Clos -> open
type B struct{}

func (B) Close() {}
