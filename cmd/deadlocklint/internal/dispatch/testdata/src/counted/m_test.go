package m

import "testing"

func TestOne(t *testing.T) {}
func TestTwo(t *testing.T) { t.Run("sub", func(t *testing.T) {}) }
