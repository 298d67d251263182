// Package auction runs the sale of a lot: it takes bids and tells watchers the highest one.
package auction

import (
	"errors"
	"sync"
)

var (
	// ErrOver is returned once the auction is over.
	ErrOver = errors.New("auction is over")
	// ErrLow is returned for a bid that is not higher than the highest one, or below the reserve.
	ErrLow = errors.New("bid is too low")
)

// An Offer is a bid that was the highest one when it came.
type Offer struct {
	Bidder string
	Cents  int64
}

// A Lot is for sale. Open makes one, and its auctioneer is a goroutine that Hammer ends. All methods
// may be called from several goroutines.
type Lot struct {
	calls chan func()
	quit  chan struct{}
	gone  chan struct{}
	once  sync.Once

	// The fields that only the auctioneer uses, until gone is closed.
	reserve  int64
	best     Offer
	lastID   int
	watchers map[int]chan Offer
}

// Open begins the auction of a lot. Bids below the reserve are not taken, nor those below one cent.
func Open(reserve int64) *Lot {
	l := &Lot{
		calls:    make(chan func()),
		quit:     make(chan struct{}),
		gone:     make(chan struct{}),
		reserve:  max(reserve, 1),
		watchers: make(map[int]chan Offer),
	}
	go l.auctioneer()
	return l
}

func (l *Lot) auctioneer() {
	defer close(l.gone)
	for {
		select {
		case call := <-l.calls:
			call()
		case <-l.quit:
			for _, w := range l.watchers {
				close(w)
			}
			return
		}
	}
}

// ask has the auctioneer call fn, and reports false when the auction is over instead.
func (l *Lot) ask(fn func()) bool {
	done := make(chan struct{})
	select {
	case l.calls <- func() { defer close(done); fn() }:
		<-done
		return true
	case <-l.gone:
		return false
	}
}

// Bid makes an offer, which must be higher than the highest one.
func (l *Lot) Bid(bidder string, cents int64) error {
	err := ErrOver
	l.ask(func() {
		if err = nil; cents < l.reserve || cents <= l.best.Cents {
			err = ErrLow
			return
		}
		l.best = Offer{bidder, cents}
		l.tell()
	})
	return err
}

// tell gives all watchers the best offer. Only the auctioneer calls it, and nobody else sends.
func (l *Lot) tell() {
	for _, w := range l.watchers {
		w <- l.best
	}
}

// Watch returns a channel with the offers from now on. A watcher that is too slow misses offers, but
// not the newest one, and need not read at all. The channel is closed when the auction is over, or by
// leave, which may be called more than once.
func (l *Lot) Watch() (offers <-chan Offer, leave func()) {
	w := make(chan Offer, 1)
	id := 0
	if !l.ask(func() {
		l.lastID++
		id = l.lastID
		l.watchers[id] = w
	}) {
		close(w)
		return w, func() {}
	}
	return w, func() {
		l.ask(func() {
			if _, ok := l.watchers[id]; ok {
				delete(l.watchers, id)
				close(w)
			}
		})
	}
}

// Watchers returns how many there are, or 0 when the auction is over.
func (l *Lot) Watchers() int {
	n := 0
	l.ask(func() { n = len(l.watchers) })
	return n
}

// Hammer ends the auction and returns the highest offer, which has no bidder when there was none. It
// may be called more than once.
func (l *Lot) Hammer() Offer {
	l.once.Do(func() { close(l.quit) })
	<-l.gone
	return l.best
}
