package wrong

import "testing"

func TestBefore(t *testing.T) { new(before).cross() }
func TestFails(t *testing.T)  { t.Error("by itself") }
func TestAfter(t *testing.T)  { new(after).cross() }
