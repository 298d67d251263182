// Package clean_other_mode holds a lock in the mode that its caller asks for.
package clean_other_mode

import "sync"

type Config struct {
	sync.RWMutex
	values map[string]string
	shared func() bool
}

func (c *Config) Get(key string, write bool) string {
	if write {
		c.Lock()
	} else {
		c.RLock()
	}
	defer func() {
		if write {
			c.Unlock()
		} else {
			c.RUnlock()
		}
	}()
	return c.values[key]
}

// Swap asks twice for what does not change meanwhile.
func (c *Config) Swap(key, value string) string {
	if c.shared() {
		c.RLock()
	} else {
		c.Lock()
	}
	old := c.values[key]
	if c.shared() {
		c.RUnlock()
		return old
	}
	c.values[key] = value
	c.Unlock()
	return old
}

// Load goes from the shared mode to the exclusive one.
func (c *Config) Load(key string) string {
	c.RLock()
	v, ok := c.values[key]
	c.RUnlock()
	if !ok {
		c.Lock()
		defer c.Unlock()
		c.values[key] = "new"
	}
	return v
}
