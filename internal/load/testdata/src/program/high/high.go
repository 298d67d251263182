package high

import "example.com/m/low"

func F() { low.F() }
