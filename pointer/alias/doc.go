// Package alias answers whether two locks are one object: [Must], [May] or [Never].
//
// One package is asked by access paths (package lockfacts has what its fields say). A whole program is asked by [Program], which
// takes the places where locks are acquired, and asks package pointer what these can be. Its proof holds for all runs and all
// callers: packages that are known by their types alone, and importers that nobody knows, may do what they like with
// what they are given.
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
