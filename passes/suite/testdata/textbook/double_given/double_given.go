// Package double_given makes a provider with the lock of all providers held. The configurations that it
// dials with have providers of their own, which are asked for under that lock.
package double_given

import "sync"

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
	next      *Provider
)

// Literal has it in the literal.
func Literal() (*Conn, error) {
	mu.Lock()
	defer mu.Unlock()
	return Dial(&Config{Host: "a", Provider: &Provider{"b"}}) // want doublelock
}

// Inner has it in a part.
func Inner() (*Conn, error) {
	mu.Lock()
	defer mu.Unlock()
	return DialTLS(&Config{Host: "a", TLS: TLS{Provider: next}}) // want doublelock
}

// Set sets it before the call.
func Set(p *Provider) (*Conn, error) {
	mu.Lock()
	defer mu.Unlock()
	c := &Config{Host: "a"}
	if p != nil {
		c.Provider = p
	}
	return Dial(c) // want doublelock
}

// Filled has it set by a function.
func Filled(p *Provider) (*Conn, error) {
	mu.Lock()
	defer mu.Unlock()
	c := Config{Host: "a"}
	fill(&c, p)
	return Dial(&c) // want doublelock
}

func fill(c *Config, p *Provider) { c.Provider = p }

// Copied copies that of somebody else.
func Copied(from *Config) (*Conn, error) {
	mu.Lock()
	defer mu.Unlock()
	c := *from
	return Dial(&c) // want doublelock
}

// Kept gives the configuration to somebody who may do so.
func Kept(keep func(*Config)) (*Conn, error) {
	mu.Lock()
	defer mu.Unlock()
	c := &Config{Host: "a"}
	keep(c)
	return Dial(c) // want doublelock
}

// Defaults is given one without, and the callee has a default.
func Defaults() (*Conn, error) {
	mu.Lock()
	defer mu.Unlock()
	return DialDefault(&Config{Host: "a"}) // want doublelock
}

func DialDefault(c *Config) (*Conn, error) {
	if c.Provider == nil {
		c.Provider = next
	}
	return Dial(c)
}

// Without asks somebody who does not ask for it.
func Without() (*Conn, error) {
	mu.Lock()
	defer mu.Unlock()
	return Refresh(&Config{Host: "a"}) // want doublelock
}

func Refresh(c *Config) (*Conn, error) {
	if c.Provider == nil {
		return ask(next)
	}
	return Dial(c)
}

func Dial(c *Config) (*Conn, error) { return c.dial() }

func (c *Config) dial() (*Conn, error) {
	if c.Provider != nil {
		return ask(c.Provider)
	}
	return &Conn{}, nil
}

func DialTLS(c *Config) (*Conn, error) {
	if c.TLS.Provider == nil {
		return &Conn{}, nil
	}
	return ask(c.TLS.Provider)
}

func ask(p *Provider) (*Conn, error) {
	mu.Lock()
	defer mu.Unlock()
	return providers[p.name](p.name)
}
