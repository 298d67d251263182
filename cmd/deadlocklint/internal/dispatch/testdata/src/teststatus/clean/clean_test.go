package clean

import "testing"

func TestClean(t *testing.T) {}
