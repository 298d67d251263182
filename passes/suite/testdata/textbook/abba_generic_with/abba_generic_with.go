// Package abba_generic_with runs functions under the lock of a generic type.
package abba_generic_with

import "sync"

type Guarded[T any] struct {
	mu sync.Mutex
	v  T
}

func (g *Guarded[T]) With(f func(*T)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f(&g.v)
}

type App struct {
	log   sync.Mutex
	lines []string
	conf  Guarded[map[string]string]
}

func (a *App) Set(k, v string) {
	a.conf.With(func(m *map[string]string) { // want lockorder
		(*m)[k] = v
		a.print(k)
	})
}

func (a *App) print(s string) {
	a.log.Lock()
	defer a.log.Unlock()
	a.lines = append(a.lines, s)
}

func (a *App) Dump() {
	a.log.Lock()
	defer a.log.Unlock()
	a.conf.With(func(m *map[string]string) {
		for k := range *m {
			a.lines = append(a.lines, k)
		}
	})
}
