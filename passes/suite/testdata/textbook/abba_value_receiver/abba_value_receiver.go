// Package abba_value_receiver locks what the receiver of a method leads to, and the
// receiver is passed by value: the copy is new, what it points to is not.
package abba_value_receiver

import "sync"

type link struct {
	mu  sync.Mutex
	hub *Hub
	on  bool
}

func (l *link) start() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.on = true
}

// Stop tells the hub with the link's lock held.
func (l *link) Stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.on = false
	l.hub.Stopped(l) // want lockorder
}

type wrapped struct{ link *link }

func (w wrapped) Start() { w.link.start() }

type Starter interface{ Start() }

type Hub struct {
	mu    sync.Mutex
	links map[*link]Starter
}

func (h *Hub) Add() {
	l := &link{hub: h}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.links[l] = wrapped{l}
}

func (h *Hub) Stopped(l *link) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.links, l)
}

func (h *Hub) StartAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.links {
		l.Start()
	}
}
