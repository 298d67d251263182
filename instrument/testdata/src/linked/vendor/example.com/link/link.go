package link

import "sync"

type Link struct {
	Mu       sync.Mutex
	Changed  *sync.Cond
	Up, Open bool
	Ready    chan int
}

func New() *Link { l := &Link{}; l.Changed = sync.NewCond(&l.Mu); return l }
