// Package double_options passes options that do not say what has been locked, or that the called function changes.
package double_options

import "sync"

type Bridge struct {
	cache  sync.Mutex
	logins map[string]*Login
}

type Login struct {
	bridge *Bridge
	id     string
}

type deleteOptions struct {
	remote   bool
	unlocked bool
}

func (l *Login) Delete(o deleteOptions) {
	if !o.unlocked {
		l.bridge.cache.Lock()
	}
	delete(l.bridge.logins, l.id)
	if !o.unlocked {
		l.bridge.cache.Unlock()
	}
}

func (b *Bridge) Login(old *Login) {
	b.cache.Lock()
	defer b.cache.Unlock()
	old.bridge = b
	if b.logins[old.id] != nil {
		b.drop(deleteOptions{remote: true}) // want doublelock
	}
	b.logins[old.id] = old
}

func (b *Bridge) drop(o deleteOptions) {
	if !o.unlocked {
		b.cache.Lock()
	}
	clear(b.logins)
	if !o.unlocked {
		b.cache.Unlock()
	}
}

func (b *Bridge) Reset() {
	b.cache.Lock()
	defer b.cache.Unlock()
	b.drop(deleteOptions{}) // want doublelock
}

func (b *Bridge) Clear(all bool) {
	b.cache.Lock()
	defer b.cache.Unlock()
	var o deleteOptions
	if all {
		o.unlocked = true
	}
	b.drop(o) // want doublelock
}

type changedOptions struct {
	shared bool
	held   bool
}

// Flush does not believe what it is told about something shared.
func (b *Bridge) Flush(o changedOptions) {
	if o.shared {
		o.held = false
	}
	if !o.held {
		b.cache.Lock()
		defer b.cache.Unlock()
	}
	clear(b.logins)
}

func (b *Bridge) FlushAll() {
	b.cache.Lock()
	defer b.cache.Unlock()
	b.Flush(changedOptions{shared: true, held: true}) // want doublelock
}

// Again assigns a variable to itself.
func (b *Bridge) Again() {
	b.cache.Lock()
	defer b.cache.Unlock()
	o := deleteOptions{unlocked: true}
	p := o
	for range 3 {
		o, p = p, o
	}
	b.drop(o) // want doublelock
}

// Same returns a result that is stored into itself, since the function defers.
func (b *Bridge) Same() (same deleteOptions) {
	defer func() { recover() }()
	b.drop(same)
	return same
}
