// Package lacks_fixed has a function for which no value can be made.
package lacks_fixed

type inner struct{ n int }

// Use takes what only the package makes.
func Use(v *inner, hidden interface{ secret() }) int { return v.n }

// Plain can be called.
func Plain(n int) int { return n }
