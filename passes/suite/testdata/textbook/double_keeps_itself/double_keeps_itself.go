// Package double_keeps_itself has an object that keeps itself where there is nothing else.
package double_keeps_itself

import (
	"context"
	"sync"
)

// A Source has a token.
type Source interface{ Token() (string, error) }

// A ContextSource asks for it with a context.
type ContextSource interface {
	TokenContext(context.Context) (string, error)
}

// A Keychain finds sources.
type Keychain interface {
	Resolve(name string) (Source, error)
}

type none struct{}

func (none) Token() (string, error) { return "", nil }

// None has no token.
var None Source = none{}

type refreshing struct {
	keychain Keychain
}

// Refreshing keeps what it finds.
func Refreshing(k Keychain) Keychain { return &refreshing{k} }

func (r *refreshing) Resolve(name string) (Source, error) {
	src, err := find(r.keychain, name)
	if err != nil {
		return nil, err
	}
	k := &kept{cached: src}
	if src == None {
		k.cached = k
	}
	return k, nil
}

func find(k Keychain, name string) (Source, error) { return k.Resolve(name) }

type kept struct {
	sync.Mutex
	cached Source
}

// Token asks what it keeps, which may keep another one.
func (k *kept) Token() (string, error) { return k.TokenContext(context.Background()) }

// TokenContext does so with a context.
func (k *kept) TokenContext(ctx context.Context) (string, error) {
	k.Lock()
	defer k.Unlock()
	return token(ctx, k.cached) // want doublelock
}

func token(ctx context.Context, s Source) (string, error) {
	if c, ok := s.(ContextSource); ok {
		return c.TokenContext(ctx)
	}
	return s.Token()
}
