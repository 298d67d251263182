package lib

import "testing"

func TestPair(*testing.T) { (&pair{&T{}, &T{}}).both() }
