// Package checked uses a module.
package checked

import (
	"sync"

	"example.com/dep"
)

// Use calls the other module.
func Use(mu *sync.Mutex) { dep.Again(mu) }
