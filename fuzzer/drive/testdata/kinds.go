// Package kinds has a parameter of each kind.
package kinds

import (
	"context"
	"errors"
	"io"
	"log"
	"log/slog"
	"sync"
	"time"
)

var ErrGone = errors.New("gone")

type Mode int

const (
	Fast Mode = iota
	Slow
)

type Store struct {
	mu  sync.Mutex
	all map[string]int
}

type Option func(*Store)

func WithSize(n int) Option { return func(s *Store) {} }

func New(settings ...Setting) *Store { return &Store{all: map[string]int{}} }

func Open(ctx context.Context, name string) (*Store, error) { return New(), nil }

type inner struct{}

func Hidden(v *inner) {}

func Strange[T interface{ strange() }](v T) {}

type Plain struct {
	Name  string
	Size  uint8
	Ratio float32
	Tags  []string
	Index map[string]int
	Next  *Plain
	Call  func(a int, b ...string) (bool, error)
}

type Source interface {
	Read(name string) (Plain, bool, error)
	Wait(d time.Duration)
}

type Cache[K comparable, V any] struct{ all map[K]V }

func NewCache[K comparable, V any](size int) *Cache[K, V] { return nil }

func (c *Cache[K, V]) Get(key K, load func(K) (V, error)) (v V, err error) { return }

func Sum[T ~int | ~int64](list ...T) (sum T) { return }

func (s *Store) Put(n int)                                         {}
func (s *Store) Len() int                                          { return 0 }
func (s *Store) Watch() <-chan int                                 { return nil }
func (s *Store) Feed(ch <-chan string, to chan<- int, b chan bool) {}
func (s *Store) Mode(m Mode, v any, err error)                     {}
func (s *Store) Each(f func(s *Store, next func()))                {}
func (s *Store) Load(src Source, p Plain, q *Plain, list []Plain)  {}
func (s *Store) Merge(other *Store, b []byte, a [4]int)            {}
func (s *Store) Log(l *slog.Logger, m *log.Logger, r io.Reader)    {}
func (s *Store) At(t time.Time, d time.Duration, w io.Writer)      {}
func (s *Store) Subscribe(name string) (cancel func(), err error)  { return func() {}, nil }
func (s *Store) Close() error                                      { return nil }

// A Setting has a parameter that a test cannot write.
type Setting func(*inner)

// WithLimit is one.
func WithLimit(n int) Setting { return func(*inner) {} }

// Optional takes some.
func Optional(settings ...Setting) {}
