// Package resolve finds the addresses of services, a few at the same time.
package resolve

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Errors of a Resolver.
var (
	ErrSyntax  = errors.New("want name:port")
	ErrUnknown = errors.New("unknown name")
)

// A Target is a service, as the caller writes it.
type Target string

// split returns the parts of a target.
func (t Target) split() (name string, port int, err error) {
	name, digits, ok := strings.Cut(string(t), ":")
	if !ok || name == "" {
		return "", 0, fmt.Errorf("%q: %w", string(t), ErrSyntax)
	}
	port, err = strconv.Atoi(digits)
	if err != nil || port < 1 || port > 65535 {
		return "", 0, fmt.Errorf("%q: %w", string(t), ErrSyntax)
	}
	return name, port, nil
}

// An Option changes a Resolver that New makes.
type Option func(*Resolver)

// WithHosts sets the addresses of names.
func WithHosts(hosts map[string]string) Option {
	return func(r *Resolver) {
		for name, address := range hosts {
			r.hosts[strings.ToLower(name)] = address
		}
	}
}

// WithLookup sets what is called for names that the hosts do not have. It must not call the
// resolver.
func WithLookup(lookup func(name string) (string, error)) Option {
	return func(r *Resolver) { r.lookup = lookup }
}

// A Resolver turns targets into addresses with ports.
type Resolver struct {
	slots  chan struct{}
	lookup func(name string) (string, error)

	mu    sync.Mutex
	hosts map[string]string
	calls int
}

// New returns a resolver that works on at most parallel targets at the same time, and at least
// on one. Calls that are more wait.
func New(parallel int, opts ...Option) *Resolver {
	r := &Resolver{slots: make(chan struct{}, max(parallel, 1)), hosts: map[string]string{}}
	for _, opt := range opts {
		opt(r)
	}
	return r
}

// Resolve returns the address of a target.
func (r *Resolver) Resolve(t Target) (string, error) {
	r.slots <- struct{}{}
	name, port, err := t.split()
	if err != nil {
		return "", err
	}
	address, err := r.address(strings.ToLower(name))
	<-r.slots
	if err != nil {
		return "", err
	}
	return address + ":" + strconv.Itoa(port), nil
}

// address returns what is known about a name, or else looks it up and keeps it.
func (r *Resolver) address(name string) (string, error) {
	r.mu.Lock()
	r.calls++
	address, ok := r.hosts[name]
	r.mu.Unlock()
	if ok {
		return address, nil
	}
	if r.lookup == nil {
		return "", fmt.Errorf("%s: %w", name, ErrUnknown)
	}
	address, err := r.lookup(name)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hosts[name] = address
	return address, nil
}

// ResolveAll returns the addresses of all targets, or the errors of all that have none.
func (r *Resolver) ResolveAll(targets ...Target) ([]string, error) {
	addresses := make([]string, len(targets))
	errs := make([]error, len(targets))
	var wg sync.WaitGroup
	for i, t := range targets {
		wg.Add(1)
		go func() {
			defer wg.Done()
			addresses[i], errs[i] = r.Resolve(t)
		}()
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return addresses, nil
}

// Calls returns how many names were asked for.
func (r *Resolver) Calls() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.calls
}
