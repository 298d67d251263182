// Package abba_got_with_error sets up an object with the lock of another one held, which
// others know as soon as it is made.
package abba_got_with_error

import (
	"errors"
	"sync"
)

type Config struct {
	mu      sync.RWMutex
	addr    string
	clients []*Client
}

type Client struct {
	mu     sync.Mutex
	config *Config
	token  string
}

func (c *Config) NewClient() (*Client, error) {
	if c.addr == "" {
		return nil, errors.New("no address")
	}
	client := &Client{config: c}
	c.add(client)
	return client, nil
}

func (c *Config) add(client *Client) { c.clients = append(c.clients, client) }

func (c *Client) SetToken(t string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token = t
}

func (c *Client) SetAddr(a string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.config.mu.Lock() // want lockorder
	defer c.config.mu.Unlock()
	c.config.addr = a
}

func (c *Config) Add(token string) (*Client, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	client, err := c.NewClient()
	if err != nil {
		return nil, err
	}
	client.SetToken(token)
	return client, nil
}
