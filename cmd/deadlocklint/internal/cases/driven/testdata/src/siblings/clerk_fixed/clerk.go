// Package clerk_fixed opens books of another package, which are there for several goroutines.
package clerk_fixed

import "example.com/siblings/tome"

// Open opens a tome.
func Open(entries int) *tome.Tome { return tome.New(entries) }
