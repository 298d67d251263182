// Package config loads settings when they are first needed. To load them it asks for a
// setting, and so waits for itself.
package config

import "sync"

type Config struct {
	once     sync.Once
	settings map[string]string
}

func (c *Config) Get(key string) string {
	c.once.Do(c.load)
	return c.settings[key]
}

func (c *Config) load() {
	c.settings = map[string]string{"dir": "/etc/app"}
	c.settings["file"] = c.Get("dir") + "/conf" // fix: c.settings["file"] = c.settings["dir"] + "/conf"
}
