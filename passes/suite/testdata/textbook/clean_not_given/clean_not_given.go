// Package clean_not_given makes a provider with the lock of all providers held. The configuration that it
// dials with has no provider of its own, and who is given it asks for that.
package clean_not_given

import (
	"errors"
	"sync"
)

type Config struct {
	Host     string
	Provider *Provider
	TLS      TLS
}

type TLS struct {
	Cert     string
	Provider *Provider
}

type Provider struct{ name string }

type Conn struct{ token string }

var (
	mu        sync.Mutex
	providers = map[string]func(name string) (*Conn, error){}
)

// Ask asks the provider of a name, which is made first.
func Ask(p *Provider) (*Conn, error) {
	mu.Lock()
	defer mu.Unlock()
	return providers[p.name](p.name)
}

func Dial(c *Config) (*Conn, error) { return c.dial() }

func (c *Config) dial() (*Conn, error) {
	if c.Host == "" {
		return nil, errors.New("no host")
	}
	c.complete()
	if c.Provider != nil && c.TLS.Provider != nil {
		return nil, errors.New("two providers")
	}
	if c.Provider != nil {
		return Ask(c.Provider)
	}
	return &Conn{}, nil
}

func DialTLS(c *Config) (*Conn, error) {
	if c.TLS.Provider == nil {
		return &Conn{}, nil
	}
	return Ask(c.TLS.Provider)
}

// complete says which certificate is meant.
func (c *Config) complete() {
	if c.TLS.Cert == "" {
		c.TLS.Cert = c.Host
	}
}

func token(name string) (*Conn, error) {
	config := Config{Host: "token", TLS: TLS{Cert: name}}
	return Dial(&config)
}

func secret(name string) (*Conn, error) {
	config := &Config{Host: name}
	config.TLS.Cert = "secret"
	if c, err := DialTLS(config); err == nil {
		return c, nil
	}
	c, err := Dial(config)
	config.Provider = &Provider{name} // for the next time
	return c, err
}

func init() {
	providers["token"] = token
	providers["secret"] = secret
}
