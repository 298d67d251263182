// Package clean_third has parts that hold another object than what they are parts of, or may do so.
package clean_third

import "sync"

type Store struct {
	mu sync.Mutex
	n  int
}

func (s *Store) size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// A cache has a store of its own.
type cache struct{ st *Store }

type Server struct {
	st    *Store
	cache *cache
}

func New(st *Store) *Server { return &Server{st: st, cache: &cache{st: &Store{}}} }

func (s *Server) Get() int {
	s.st.mu.Lock()
	defer s.st.mu.Unlock()
	return s.cache.st.size()
}

// Of a Mirror, the store may be replaced.
type Mirror struct {
	st   *Store
	copy *cacheOf
}

type cacheOf struct{ st *Store }

func NewMirror(st *Store) *Mirror { return &Mirror{st: st, copy: &cacheOf{st: st}} }

func (m *Mirror) Switch(st *Store) { m.st = st }

func (m *Mirror) Get() int {
	m.st.mu.Lock()
	defer m.st.mu.Unlock()
	return m.copy.st.size()
}

// A List is given views from elsewhere as well.
type List struct {
	st    *Store
	views []*View
}

type View struct{ st *Store }

func NewList(st *Store) *List { return &List{st: st} }

func NewView(st *Store) *View { return &View{st: st} }

func (l *List) Own() { l.views = append(l.views, &View{st: l.st}) }

func (l *List) Add(v *View) { l.views = append(l.views, v) }

func (l *List) Size() int {
	l.st.mu.Lock()
	defer l.st.mu.Unlock()
	n := 0
	for _, v := range l.views {
		n += v.st.size()
	}
	return n
}

// A Feed makes views of the store that it has been given last.
type Feed struct {
	st    *Store
	views []*viewOf
}

type viewOf struct{ st *Store }

func (f *Feed) Use(st *Store) { f.st = st }

func (f *Feed) Grow() { f.views = append(f.views, &viewOf{st: f.st}) }

func (f *Feed) Size() int {
	f.st.mu.Lock()
	defer f.st.mu.Unlock()
	n := 0
	for _, v := range f.views {
		n += v.st.size()
	}
	return n
}

// Of a Pair, which others can assign to, nobody knows what it holds.
type Pair struct {
	St   *Store
	Part *Part
}

type Part struct{ St *Store }

func NewPair(st *Store) *Pair { return &Pair{St: st, Part: &Part{St: st}} }

func (p *Pair) Get() int {
	p.St.mu.Lock()
	defer p.St.mu.Unlock()
	return p.Part.St.size()
}

// A Node is below another one, which knows the same store: what is below it in turn is not below that.
type Node struct {
	mu   sync.Mutex
	st   *Store
	up   *Node
	kids []*Node
}

func (n *Node) Grow() *Node {
	kid := &Node{st: n.st, up: n}
	n.kids = append(n.kids, kid)
	return kid
}

func (n *Node) Count() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	sum := n.st.size()
	for _, k := range n.kids {
		sum += k.Count()
	}
	return sum
}
