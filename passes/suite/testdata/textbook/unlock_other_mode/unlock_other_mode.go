// Package unlock_other_mode releases a lock in a mode in which it is not held.
package unlock_other_mode

import "sync"

type Config struct {
	sync.RWMutex
	values map[string]string
}

func (c *Config) Get(key string) string {
	c.RLock()
	defer c.Unlock() // want unlock-unlocked
	return c.values[key]
}

func (c *Config) Set(key, value string) bool {
	c.Lock()
	if c.values == nil {
		c.RUnlock() // want unlock-unlocked
		return false
	}
	c.values[key] = value
	c.Unlock()
	return true
}
