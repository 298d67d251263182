package m

import (
	_ "example.com/dep/apart"
	_ "example.com/dep/high"
)
