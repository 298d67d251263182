//go:build mine

package kinds

import "testing"

func TestTagged(t *testing.T) { new(tagged).cross() }
