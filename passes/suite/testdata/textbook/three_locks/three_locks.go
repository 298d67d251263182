// Package three_locks takes three locks in a circle, two at a time.
package three_locks

import "sync"

type Host struct {
	cpu, disk, net sync.Mutex
	load           int
}

func (h *Host) Swap() {
	h.cpu.Lock()
	defer h.cpu.Unlock()
	h.disk.Lock() // want lockorder
	defer h.disk.Unlock()
	h.load++
}

func (h *Host) Backup() {
	h.disk.Lock()
	defer h.disk.Unlock()
	h.net.Lock()
	defer h.net.Unlock()
	h.load++
}

func (h *Host) Serve() {
	h.net.Lock()
	defer h.net.Unlock()
	h.cpu.Lock()
	defer h.cpu.Unlock()
	h.load++
}
