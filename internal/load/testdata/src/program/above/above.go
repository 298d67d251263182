package above

import (
	"example.com/m/broken"
	"example.com/m/low"
)

func F() { low.F(); _ = broken.X }
