// Package tramway knows the trams of a town, how far they have driven, and in which depot they are
// parked.
//
// All methods may be called from several goroutines.
package tramway

import (
	"errors"
	"fmt"
	"slices"
	"sync"
)

var (
	// ErrFull is wrapped by the error for a depot without a free track.
	ErrFull = errors.New("depot is full")
	// ErrParked is wrapped by the error for a tram that is in a depot.
	ErrParked = errors.New("tram is parked")
	// ErrOnLine is wrapped by the error for a tram that is in no depot.
	ErrOnLine = errors.New("tram is on the line")
)

// A Tram is parked in a depot or drives. NewTram makes one, which drives.
type Tram struct {
	number int

	mu    sync.Mutex
	km    int
	depot *Depot
}

// NewTram returns a tram that has not yet driven.
func NewTram(number int) *Tram { return &Tram{number: number} }

// Number returns the number on its front.
func (t *Tram) Number() int { return t.number }

// Km returns how far the tram has driven.
func (t *Tram) Km() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.km
}

// Drive adds to the distance of the tram. A parked tram cannot drive, and none drives backwards.
func (t *Tram) Drive(km int) error {
	if km < 0 {
		return fmt.Errorf("tram %d: negative distance %d", t.number, km)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.depot != nil {
		return fmt.Errorf("tram %d: %w", t.number, ErrParked)
	}
	t.km += km
	return nil
}

// Park puts the tram on a free track of the depot. It does nothing when the tram is there already.
func (t *Tram) Park(d *Depot) error {
	if d == nil {
		return errors.New("no depot")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch t.depot {
	case d:
		return nil
	case nil:
		if err := d.admit(t); err != nil {
			return fmt.Errorf("tram %d: %w", t.number, err)
		}
		t.depot = d
		return nil
	}
	return fmt.Errorf("tram %d: %w", t.number, ErrParked)
}

// Leave takes the tram out of its depot.
func (t *Tram) Leave() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.depot == nil {
		return fmt.Errorf("tram %d: %w", t.number, ErrOnLine)
	}
	t.depot.release(t)
	t.depot = nil
	return nil
}

// A Depot has tracks for trams. NewDepot makes one.
type Depot struct {
	tracks int

	mu    sync.Mutex
	trams []*Tram
}

// NewDepot returns an empty depot. Without a positive number of tracks, it is always full.
func NewDepot(tracks int) *Depot { return &Depot{tracks: tracks} }

func (d *Depot) admit(t *Tram) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.trams) >= d.tracks {
		return ErrFull
	}
	d.trams = append(d.trams, t)
	return nil
}

func (d *Depot) release(t *Tram) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if i := slices.Index(d.trams, t); i >= 0 {
		d.trams = slices.Delete(d.trams, i, i+1)
	}
}

// Parked returns the numbers of the trams in the depot, in the order in which they came.
func (d *Depot) Parked() []int {
	d.mu.Lock()
	defer d.mu.Unlock()
	var numbers []int
	for _, t := range d.trams {
		numbers = append(numbers, t.Number())
	}
	return numbers
}

// Mileage returns how far the trams in the depot have driven together, for the workshop. Trams may
// come and leave meanwhile.
func (d *Depot) Mileage() int {
	d.mu.Lock()
	trams := slices.Clone(d.trams)
	d.mu.Unlock()
	sum := 0
	for _, t := range trams {
		sum += t.Km()
	}
	return sum
}
