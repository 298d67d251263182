// Package self has an interface whose methods return it, in the language of an old module.
package self

type Set interface {
	Add(item string) Set
	Has(item string) bool
	Both() (Set, error)
}

type Box struct{ set Set }

func New(s Set) *Box { return &Box{s} }

func (b *Box) Put(s Set) bool { b.set = s; return s.Has("a") }
