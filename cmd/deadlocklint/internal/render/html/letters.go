package html

import (
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A lockName is a lock, or another object, of a finding and its letter: with
// it the pictures can name the lock where its class would not fit.
type lockName struct {
	Letter string
	Color  int // 0 to colors-1
	Name   string
}

// colors is how many the style sheet has for bars; they repeat after that, and
// the letters tell.
const colors = 8

// names gives each object of one finding its letter.
type names struct {
	list []lockName
	at   map[string]int
	own  int // so many of list are those of the finding's steps
}

// letters names the objects of the goroutines' steps first, so that the members
// of the cycle have the first letters; those of the recorded run only when they
// are locks that are held in it.
func letters(f report.Finding) *names {
	n := &names{at: map[string]int{}}
	for _, g := range f.Goroutines {
		for _, s := range g.Steps {
			if s.Op != "go" && s.Op != "call" && s.Op != "make" { // which are about no lock
				n.add(s)
			}
		}
	}
	n.own = len(n.list)
	if f.Timeline != nil {
		for _, m := range f.Timeline.Moments {
			if acquires(m.Op) {
				n.add(m.Step)
			}
		}
	}
	return n
}

func (n *names) add(s report.Step) {
	if s.Class == "" {
		return
	}
	if _, ok := n.at[key(s)]; ok {
		return
	}
	i := len(n.list)
	n.at[key(s)] = i
	n.list = append(n.list, lockName{Letter: letter(i), Color: i % colors, Name: s.Named()})
}

// key tells the object of a step from others.
func key(s report.Step) string { return s.Class + "\x00" + s.Object }

// of returns the name of the step's object.
func (n *names) of(s report.Step) (lockName, bool) {
	i, ok := n.at[key(s)]
	if !ok {
		return lockName{}, false
	}
	return n.list[i], true
}

// letter is A to Z, and then A1, B1 and so on.
func letter(i int) string {
	s := string(rune('A' + i%26))
	if i >= 26 {
		s += fmt.Sprint(i / 26)
	}
	return s
}

// short is a class, function or phrase without the directories of packages; the
// legend and the source have the full names.
func short(name string) string {
	words := strings.Split(name, " ")
	for i, w := range words {
		words[i] = w[strings.LastIndexByte(w, '/')+1:]
	}
	return strings.Join(words, " ")
}
