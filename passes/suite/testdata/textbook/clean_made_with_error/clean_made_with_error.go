// Package clean_made_with_error sets up a new object with the lock of another one held: the
// function that makes it can fail.
package clean_made_with_error

import (
	"errors"
	"sync"
)

type Config struct {
	mu   sync.RWMutex
	addr string
}

type Client struct {
	mu     sync.Mutex
	config *Config
	token  string
}

func NewClient(c *Config) (*Client, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.addr == "" {
		return nil, errors.New("no address")
	}
	client := &Client{config: c}
	client.token = c.addr
	return client, nil
}

func (c *Client) SetToken(t string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token = t
}

func (c *Client) SetAddr(a string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.config.mu.Lock()
	defer c.config.mu.Unlock()
	c.config.addr = a
}

func (c *Client) Clone() (*Client, error) {
	config := c.config
	config.mu.RLock()
	defer config.mu.RUnlock()
	client, err := NewClient(&Config{addr: config.addr})
	if err != nil {
		return nil, err
	}
	client.SetToken(c.token)
	return client, nil
}
