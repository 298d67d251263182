// Package rooms keeps which players of a game server are in which room.
//
// All functions and methods may be called from several goroutines.
package rooms

import (
	"errors"
	"maps"
	"slices"
	"sync"
)

// Errors of Join.
var (
	ErrNoRoom = errors.New("rooms: no such room")
	ErrInRoom = errors.New("rooms: player is in a room")
	ErrFull   = errors.New("rooms: room is full")
	ErrClosed = errors.New("rooms: room is closed")
)

// A Player is in at most one room. NewPlayer makes one.
type Player struct {
	name string

	mu    sync.Mutex
	room  *Room
	score int
}

// A Room has a limited number of players. NewRoom makes one.
type Room struct {
	size int

	mu      sync.Mutex
	players map[*Player]bool
	closed  bool
}

// NewPlayer returns a player with no score who is in no room.
func NewPlayer(name string) *Player {
	return &Player{name: name}
}

// NewRoom returns an empty room for so many players. With a size of zero or less, nobody can join.
func NewRoom(size int) *Room {
	return &Room{size: size, players: make(map[*Player]bool)}
}

// Name returns the name that the player was made with.
func (p *Player) Name() string {
	return p.name
}

// Score returns the player's points.
func (p *Player) Score() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.score
}

// Award adds to the player's points. A negative number takes some away.
func (p *Player) Award(points int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.score += points
}

// Join enters a room. A player who is in a room, even in this one, has to leave it first.
func (p *Player) Join(r *Room) error {
	if r == nil {
		return ErrNoRoom
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.room != nil {
		return ErrInRoom
	}
	if err := r.add(p); err != nil {
		return err
	}
	p.room = r
	return nil
}

// Leave takes the player out of the room. It returns false for a player who is in none.
func (p *Player) Leave() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.room == nil {
		return false
	}
	p.room.remove(p)
	p.room = nil
	return true
}

// evict is Leave for one room.
func (p *Player) evict(r *Room) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.room == r {
		r.remove(p)
		p.room = nil
	}
}

func (r *Room) add(p *Player) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	if len(r.players) >= r.size {
		return ErrFull
	}
	r.players[p] = true
	return nil
}

func (r *Room) remove(p *Player) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.players, p)
}

// Len returns the number of players in the room.
func (r *Room) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.players)
}

// Total adds up the scores of the players who are in the room when it is called.
func (r *Room) Total() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	total := 0
	for p := range r.players {
		total += p.Score()
	}
	return total
}

// Close takes all players out of the room, and nobody can join anymore. It may be called again.
func (r *Room) Close() {
	r.mu.Lock()
	r.closed = true
	players := slices.Collect(maps.Keys(r.players))
	r.mu.Unlock()
	for _, p := range players {
		p.evict(r)
	}
}
