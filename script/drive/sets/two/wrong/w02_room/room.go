// Package room keeps who is in which chat room.
package room

import (
	"errors"
	"slices"
	"sync"
)

// Errors of a Room.
var (
	ErrClosed = errors.New("room: closed")
	ErrFull   = errors.New("room: full")
)

// A Room has members. Its lock is taken before those of users.
type Room struct {
	name  string
	limit int

	mu      sync.Mutex
	members map[*User]struct{}
	closed  bool
}

// A User is in any number of rooms.
type User struct {
	name string

	mu    sync.Mutex
	rooms map[*Room]struct{}
}

// NewRoom returns a room for at most limit users. A limit of 0 is none.
func NewRoom(name string, limit int) *Room {
	return &Room{name: name, limit: limit, members: map[*User]struct{}{}}
}

// NewUser returns a user who is in no room.
func NewUser(name string) *User {
	return &User{name: name, rooms: map[*Room]struct{}{}}
}

// Join lets a user in. A member who joins again stays a member.
func (r *Room) Join(u *User) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	if _, in := r.members[u]; !in && r.limit > 0 && len(r.members) >= r.limit {
		return ErrFull
	}
	r.members[u] = struct{}{}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.rooms[r] = struct{}{}
	return nil
}

// Leave lets a user out and reports whether the user was in.
func (r *Room) Leave(u *User) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, in := r.members[u]
	delete(r.members, u)
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.rooms, r)
	return in
}

// Members returns the names of all members, in order.
func (r *Room) Members() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	names := make([]string, 0, len(r.members))
	for u := range r.members {
		names = append(names, u.name)
	}
	slices.Sort(names)
	return names
}

// Close lets all users out and nobody in again.
func (r *Room) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	for u := range r.members {
		u.mu.Lock()
		delete(u.rooms, r)
		u.mu.Unlock()
	}
	clear(r.members)
}

// Rooms returns the names of all rooms in which the user is, in order.
func (u *User) Rooms() []string {
	var names []string
	for _, r := range u.list() {
		names = append(names, r.name)
	}
	slices.Sort(names)
	return names
}

func (u *User) list() []*Room {
	u.mu.Lock()
	defer u.mu.Unlock()
	rooms := make([]*Room, 0, len(u.rooms))
	for r := range u.rooms {
		rooms = append(rooms, r)
	}
	return rooms
}

// Quit leaves all rooms and returns how many they were.
func (u *User) Quit() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	n := len(u.rooms)
	for r := range u.rooms {
		r.mu.Lock()
		delete(r.members, u)
		r.mu.Unlock()
	}
	clear(u.rooms)
	return n
}
