// Package classes has lists that are objects: they have methods.
package classes

type Class interface{ Has(err error) bool }

type Black []error

func (b Black) Has(err error) bool { return len(b) > 0 && b[0] == err }

type Table map[string]int

func (t Table) Has(err error) bool { return t["a"] > 0 }

type Retrier struct{ class Class }

func New(c Class) *Retrier { return &Retrier{c} }

func (r *Retrier) Run(f func() error) bool { return r.class.Has(f()) }
