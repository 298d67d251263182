// Package audit records what the users of a service do, in sessions of one user each.
package audit

import (
	"errors"
	"slices"
	"sync"
)

// ErrEnded is returned for a session that has ended.
var ErrEnded = errors.New("session has ended")

// ErrSealed is returned for a log that takes no more entries.
var ErrSealed = errors.New("audit log is sealed")

// An Entry is one line of the log. The numbers of entries grow without gaps.
type Entry struct {
	Number int
	User   string
	Action string
}

// A Log has the entries of all sessions. New makes one. All methods of logs and sessions may be
// called from several goroutines.
type Log struct {
	mu      sync.Mutex
	sealed  bool
	entries []Entry
	open    []*Session
}

// A Session records the actions of one user. Log.Begin makes one, and End should be called
// once the user has left.
type Session struct {
	log  *Log
	user string

	mu      sync.Mutex
	ended   bool
	actions int
}

// New returns an empty log.
func New() *Log {
	return &Log{}
}

// Begin starts a session. A user may have several.
func (l *Log) Begin(user string) (*Session, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sealed {
		return nil, ErrSealed
	}
	s := &Session{log: l, user: user}
	l.open = append(l.open, s)
	return s, nil
}

// Entries returns what was recorded, in order.
func (l *Log) Entries() []Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.entries)
}

// Active returns how many actions each user has recorded in the sessions that have not ended.
func (l *Log) Active() map[string]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	open := slices.Clone(l.open)
	active := make(map[string]int)
	for _, s := range open {
		active[s.user] += s.Actions()
	}
	return active
}

// Seal makes the log refuse entries and sessions. It may be called again.
func (l *Log) Seal() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sealed = true
}

// append adds an entry, and remove forgets a session.
func (l *Log) append(user, action string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sealed {
		return ErrSealed
	}
	l.entries = append(l.entries, Entry{len(l.entries) + 1, user, action})
	return nil
}

func (l *Log) remove(s *Session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open = slices.DeleteFunc(l.open, func(o *Session) bool { return o == s })
}

// Record adds an action to the log. The actions of a session have the order of its calls.
func (s *Session) Record(action string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return ErrEnded
	}
	if err := s.log.append(s.user, action); err != nil {
		return err
	}
	s.actions++
	return nil
}

// Actions returns how many actions the session has recorded.
func (s *Session) Actions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.actions
}

// End closes the session, also in a sealed log. A second call does nothing.
func (s *Session) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.ended = true
		s.log.remove(s)
	}
}
