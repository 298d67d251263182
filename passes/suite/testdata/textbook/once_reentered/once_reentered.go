// Package once_reentered comes back to the Once whose function it is.
package once_reentered

import "sync"

type Config struct {
	once  sync.Once
	paths []string
}

func (c *Config) Load() {
	c.once.Do(func() { // want once
		c.paths = append(c.paths, c.home())
	})
}

func (c *Config) home() string {
	c.Load()
	return c.paths[0]
}
