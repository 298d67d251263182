// Package apart defines no flag.
package apart

import "testing"

func TestNothing(*testing.T) {}
