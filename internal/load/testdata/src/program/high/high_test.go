package high_test

import "example.com/m/high"

func forTests() { high.F() }
