package queue

import (
	"sync"
	"time"
)

func Use() {
	_, _ = sync.NewCond, time.Now
}
