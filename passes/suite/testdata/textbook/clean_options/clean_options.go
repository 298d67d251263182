// Package clean_options passes options by value that say what has been locked.
package clean_options

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

// Delete takes the lock of the cache unless its caller has it.
func (l *Login) Delete(o deleteOptions) {
	if !o.unlocked {
		l.bridge.cache.Lock()
	}
	delete(l.bridge.logins, l.id)
	if !o.unlocked {
		l.bridge.cache.Unlock()
	}
}

func (l *Login) remove(o deleteOptions) { l.Delete(o) }

func (b *Bridge) Login(id string) *Login {
	b.cache.Lock()
	defer b.cache.Unlock()
	if old := b.logins[id]; old != nil {
		old.Delete(deleteOptions{unlocked: true})
	}
	l := &Login{b, id}
	b.logins[id] = l
	return l
}

func (b *Bridge) Clear(remote bool) {
	b.cache.Lock()
	defer b.cache.Unlock()
	o := deleteOptions{remote: remote}
	o.unlocked = true
	for _, l := range b.logins {
		l.remove(o)
	}
}

func (l *Login) Logout() { l.Delete(deleteOptions{}) }
