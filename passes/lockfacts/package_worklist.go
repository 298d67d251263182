package lockfacts

// A worklist is those of some functions that are still to be walked. They are numbered in the order in
// which they are walked, callees first.
type worklist struct {
	keys    []string
	index   map[string]int // of a key
	users   []nodes        // of each function: who says what it does
	pending nodes
	at      int
	walks   []int
}

// newWorklist has all of some functions pending.
func newWorklist(keys []string) *worklist {
	l := &worklist{keys: keys, index: map[string]int{}, users: make([]nodes, len(keys)), walks: make([]int, len(keys))}
	for i, key := range keys {
		l.index[key] = i
		l.pending = l.pending.with(i)
	}
	return l
}

// use notes that a function says what another one does.
func (l *worklist) use(user int, callee string) {
	if i, ok := l.index[callee]; ok {
		l.users[i] = l.users[i].with(user)
	}
}

// next takes the first pending function after the last one, around to the start, or returns -1.
func (l *worklist) next() int {
	for range 2 {
		for ; l.at < len(l.keys); l.at++ {
			if l.pending.has(l.at) {
				l.pending.remove(l.at)
				return l.at
			}
		}
		l.at = 0
	}
	return -1
}

// walked notes that a function was walked. If something about it has changed, its users have to be walked again.
func (l *worklist) walked(i int, changed bool) {
	l.walks[i]++
	if changed {
		l.pending.addAll(l.users[i])
	}
}
