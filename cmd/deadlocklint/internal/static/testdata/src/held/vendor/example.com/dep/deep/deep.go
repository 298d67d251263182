package deep

import "sync"

func Touch(mu *sync.Mutex) { mu.Lock(); mu.Unlock() }
