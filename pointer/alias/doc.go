// Package alias answers whether two locks are one object: [Must], [May] or [Never].
//
// Package lockfacts answers for one package, by access paths. [Program] answers for a whole program. It takes the places where locks
// are acquired, and asks package pointer about them. Its proof holds for all runs and all
// callers. Packages that are known by their types alone, and unknown importers, may do anything with
// the objects that they are given.
package alias

// An Answer says whether two things are one.
type Answer uint8

// The answers.
const (
	May Answer = iota // it is not known, or they sometimes are
	Must
	Never
)

// String returns the answer in lower case.
func (a Answer) String() string { return [...]string{"may", "must", "never"}[a] }
