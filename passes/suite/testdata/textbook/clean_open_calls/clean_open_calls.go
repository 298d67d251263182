// Package clean_open_calls passes a constant for which the lock is not taken, to a function that calls interfaces as well.
package clean_open_calls

import (
	"io"
	"sync"
)

type client struct {
	mu      sync.Mutex
	version string
	conn    io.ReadWriter
}

// check asks for the version once.
func (c *client) check() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.version != "" {
		return nil
	}
	v, err := c.ask()
	c.version = v
	return err
}

func (c *client) do(path string) (string, error) {
	if path != "/version" {
		if err := c.check(); err != nil {
			return "", err
		}
	}
	if _, err := c.conn.Write([]byte(path)); err != nil {
		return "", err
	}
	b, err := io.ReadAll(c.conn)
	return string(b), err
}

func (c *client) Get(path string) (string, error) { return c.do(path) }

func (c *client) ask() (string, error) { return c.do("/version") }
