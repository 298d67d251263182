package mhp

import (
	"strings"
)

// library has two sides that only a test calls, one after the other, and a place
// for what else may call them.
const library = `package m

import "sync"

type bank struct{ gate, x, y sync.Mutex }

func (b *bank) ab() {
	b.gate.Lock()
	b.x.Lock() // A holds
	b.y.Lock() // A wants
	b.y.Unlock()
	b.x.Unlock()
	b.gate.Unlock()
}

func (b *bank) ba() {
	b.gate.Lock()
	b.y.Lock() // B holds
	b.x.Lock() // B wants
	b.x.Unlock()
	b.y.Unlock()
	b.gate.Unlock()
}

`

const itsTest = `package m

import "testing"

func TestBank(t *testing.T) {
	b := &bank{}
	b.ab()
	b.ba()
}
`

func join(list []Refusal) string {
	var lines []string
	for _, r := range list {
		lines = append(lines, r.String())
	}
	return strings.Join(lines, "\n")
}
