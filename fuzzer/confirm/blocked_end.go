package confirm

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
)

// A BlockedOperation is where a goroutine has to be blocked for a verdict.
type BlockedOperation struct {
	Index uint64 // execution index of the goroutine
	File  string
	Line  int
	Func  string // in which a deferred operation may have another line
	Op    string

	// Object is the number of the recorded object that it waits for, 0 for not known. Two spots have the same number
	// where they wait for the same object.
	Object uint64 `json:",omitempty"`

	// Created is the spawn site of the goroutine, as "file.go:12", or "" when it is not
	// known. Other goroutines with the same work have the same spawn site.
	Created string `json:",omitempty"`
}

// An End is how a run has to end that shows the deadlock of a counterexample.
type End struct {
	Core []BlockedOperation `json:"Spots"`      // where the goroutines of the deadlock are blocked
	Rest []BlockedOperation `json:",omitempty"` // where the order leaves others blocked

	// Known are the execution indices of the goroutines that were recorded, as in
	// predict.GeneralizedDeadlock.
	Known map[uint64]bool
	Timed bool `json:",omitempty"` // a goroutine of the core waits at a channel of a timer or of a context
}

// EndOf is the end of a counterexample.
func EndOf(s *predict.GeneralizedDeadlock) End {
	return End{Core: operations(s, s.Core), Rest: operations(s, slices.Concat(s.Others, s.Idle)), Known: s.Known, Timed: s.Timed}
}

func operations(s *predict.GeneralizedDeadlock, blocked []predict.BlockedGoroutine) (spots []BlockedOperation) {
	for _, c := range blocked {
		f := c.Wants.Frame
		spot := BlockedOperation{Index: s.Index(c.Thread), File: f.File, Line: f.Line, Func: f.Func, Op: c.Wants.Op, Object: c.Object}
		if by := c.Created.Frame; by.File != "" {
			spot.Created = fmt.Sprintf("%s:%d", filepath.Base(by.File), by.Line)
		}
		spots = append(spots, spot)
	}
	return spots
}

// Reaches reports whether a run has come to an end: the core is blocked, and no goroutine
// is left that could wake one of it.
func (v *Quiescence) Reaches(e End) bool {
	return v.HasBlocked(e.Core) && !v.left(e.Known) && v.only(e.Known, e.Timed) && v.atEnd(e)
}

// only reports whether no goroutine that can go on used what the core waits for when
// it was recorded. A goroutine that was not recorded could do anything.
// So could a timer, to a channel of its own or of a context: who waits at one is
// blocked for good only when nothing at all goes on, or every timer has fired.
func (v *Quiescence) only(known map[uint64]bool, timed bool) bool {
	if timed && v.Others > 0 && !v.Clock.Exhausted {
		return false
	}
	for _, index := range v.Live {
		if user, ok := known[index]; user || !ok {
			return false
		}
	}
	return true
}

// left reports whether a goroutine that used what the core waits for is not blocked,
// after a failure: it may have left because of that, and a test that gives up
// waiting gives up when we pause for too long.
func (v *Quiescence) left(known map[uint64]bool) bool {
	if !v.Failed {
		return false
	}
	for index, user := range known {
		if user && !slices.ContainsFunc(v.Goroutines, func(g ParkedGoroutine) bool { return g.Index == index }) {
			return true
		}
	}
	return false
}

// atEnd reports whether each goroutine that used what the core waits for is over, or blocked
// where the order leaves it. Elsewhere it may wait for a goroutine that can go on, and use
// it again after that.
func (v *Quiescence) atEnd(e End) bool {
	if v.Others == 0 {
		return true
	}
	blocks := v.blocks()
	return !slices.ContainsFunc(v.Goroutines, func(g ParkedGoroutine) bool {
		at := func(s BlockedOperation) bool { return s.Index == g.Index && s.in(blocks[g.ID]) }
		return e.Known[g.Index] && !slices.ContainsFunc(e.Core, at) && !slices.ContainsFunc(e.Rest, at)
	})
}

// blocks are the parts of the dump by the numbers of their goroutines.
func (v *Quiescence) blocks() map[uint64]string {
	blocks := map[uint64]string{}
	for _, b := range strings.Split(v.Dump, "\n\n") {
		var id uint64
		if n, _ := fmt.Sscanf(strings.TrimSpace(b), "goroutine %d", &id); n == 1 {
			blocks[id] = b
		}
	}
	return blocks
}
