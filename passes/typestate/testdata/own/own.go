// Package own has types with protocols of its own. // want package:"protocols"
package own

// A Session begins with Login.
//
//deadlocklint:typestate state fresh final
//deadlocklint:typestate   Login -> open
//deadlocklint:typestate state open
//deadlocklint:typestate   Do -> open
//deadlocklint:typestate   Logout -> over
//deadlocklint:typestate state over final
type Session struct{ user string }

func (s *Session) Login(user string) { s.user = user }
func (s *Session) Do()               {}
func (s *Session) Logout()           { s.user = "" }
func (s *Session) name() string      { return s.user }

func wrongFirst() {
	var s Session
	s.Do() // want `Do of the own.Session is called: not allowed in state fresh`
}

func wrongLast(bad bool) {
	s := new(Session)
	s.Login("me")
	if bad {
		return // want `without Logout of the own.Session`
	}
	s.Do()
	s.Logout()
}

func right() string {
	s := &Session{}
	s.Login("me")
	defer s.Logout()
	s.Do()
	return s.name()
}

// A Queue is generic.
//
//deadlocklint:typestate new NewQueue
//deadlocklint:typestate state open
//deadlocklint:typestate   Put -> open
//deadlocklint:typestate   Close -> closed
//deadlocklint:typestate state closed final
type Queue[T any] struct{ list []T }

func NewQueue[T any]() *Queue[T] { return &Queue[T]{} }
func (q *Queue[T]) Put(v T)      { q.list = append(q.list, v) }
func (q *Queue[T]) Close()       {}

func generic() {
	q := NewQueue[int]()
	q.Close()
	q.Put(1) // want `Put of the own.Queue is called after Close`
}

func genericRight() {
	q := NewQueue[string]()
	q.Put("a")
	q.Close()
}

// A Job is handed out again by a pool: its first state can be reached again.
//
//deadlocklint:typestate state idle final
//deadlocklint:typestate   Start -> running
//deadlocklint:typestate   Reset -> idle
//deadlocklint:typestate state running
//deadlocklint:typestate   Reset -> idle
type Job struct{}

func (*Job) Start() {}
func (*Job) Reset() {}

func pooled(j *Job) {
	j.Start()
	j.Reset()
	j.Start()
	j.Start() // want `Start of the own.Job is called after Start at own.go:\d+: not allowed in state running`
}
