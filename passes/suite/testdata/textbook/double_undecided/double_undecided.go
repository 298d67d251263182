// Package double_undecided locks twice where the condition looks decided, and is not: the option, the flag or the number has changed.
package double_undecided

import "sync"

type Options struct {
	NoLock bool
	N      int
}

type S struct {
	mu sync.Mutex
	n  int
}

// 1: the callee changes the option before it asks.
func (s *S) one(o *Options) {
	o.NoLock = s.n > 3
	if !o.NoLock {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *S) One() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.one(&Options{NoLock: true}) // want doublelock
}

// 2: the callee hands the option to a function that changes it.
func change(o *Options) { o.NoLock = false }

func (s *S) two(o *Options) {
	change(o)
	if !o.NoLock {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *S) Two() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.two(&Options{NoLock: true}) // want doublelock
}

// 3: by value, changed under a condition.
func (s *S) three(o Options) {
	if o.N > 2 {
		o.NoLock = false
	}
	if !o.NoLock {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *S) Three(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.three(Options{NoLock: true, N: n}) // want doublelock
}

// 4: a loop changes the flag.
func (s *S) four(locked bool) {
	for range 2 {
		if !locked {
			s.mu.Lock()
			s.mu.Unlock()
		}
		locked = false
	}
}

func (s *S) Four() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.four(true) // want doublelock
}

// 5: the variable is assigned again before the deferred literal asks.
func (s *S) Five(n int) {
	own := n > 0
	if own {
		s.mu.Lock() // want missingunlock
	}
	defer func() {
		if own {
			s.mu.Unlock()
		}
	}()
	if n > 5 {
		own = false
	}
}

// 6: the caller fills the option in later on one way.
func (s *S) Six(b bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := Options{NoLock: true}
	if b {
		o.NoLock = false
	}
	s.six(o) // want doublelock
}

func (s *S) six(o Options) {
	if !o.NoLock {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

// 7: a bit is taken away.
func (s *S) seven(flags uint) {
	if flags&4 == 0 {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *S) Seven(flags uint) {
	if flags&4 != 0 {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.seven(flags &^ 4) // want doublelock
	}
}

// 8: a variable is assigned between the test and the call.
func (s *S) eight(n int) {
	if n > 3 {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
}

func (s *S) Eight(n int) {
	if n <= 3 {
		s.mu.Lock()
		defer s.mu.Unlock()
		n += 2
		s.eight(n) // want doublelock
	}
}

// 9: the pointer to the options is shared with a goroutine.
func (s *S) Nine(c chan *Options) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := &Options{NoLock: true}
	c <- o
	s.nine(o) // want doublelock
}

func (s *S) nine(o *Options) {
	if !o.NoLock {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

// 10: the options are given to two calls, of which the first changes them.
func (s *S) Ten() {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := &Options{NoLock: true}
	change(o)
	s.nine(o) // want doublelock
}
