package box

import (
	"sync"

	"example.com/dep/deep"
)

type Box struct{ Mu sync.Mutex }

func (b *Box) Get() { deep.Touch(&b.Mu) }
