// Package words has types with words about their use.
package words

// A Store is plain. It is not safe for concurrent use.
type Store struct{}

func New() *Store { return &Store{} }

func (s *Store) Get() int { return 0 }

// Len may be called concurrently.
func (s *Store) Len() int { return 0 }

// Flush must be called at most once.
func (s *Store) Flush() {}

// Close closes. After Close, the store must not be used.
func (s *Store) Close() {}

// A Pool is safe for concurrent use, but Resize must not be called concurrently with Put.
type Pool struct{}

func NewPool() *Pool { return &Pool{} }

func (p *Pool) Put() {}

func (p *Pool) Resize() {}

// Register must not be called after Start.
func (p *Pool) Register() {}

func (p *Pool) Start() {}

// Each walks the pool. The returned walk is not safe for concurrent use.
func (p *Pool) Each() *Walk { return nil }

// A Walk is one way through a pool.
type Walk struct{}

func (w *Walk) Next() {}

// A Bag holds things. The zero Bag is not usable.
type Bag struct{}

func (b *Bag) Add() {}
