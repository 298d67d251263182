// Package mirrors has a function for each way in which a call takes two values of one type.
package mirrors

import "time"

type Key string

type Node struct{ n int }

func New() *Node { return new(Node) }

func (n *Node) Merge(other *Node) {}

type Table struct{ n int }

func (t *Table) Move(from, to string, n int) {}

func (t *Table) Link(a Key, n int, b Key) {}

func (t *Table) Lock(keys ...string) {}

func (t *Table) Join(nodes []*Node) {}

func Swap(a, b *Node) {}

// These have no such values.

func (t *Table) Wait(least, most time.Duration) {}

func (t *Table) Set(on, off bool, key string) {}

func (t *Table) Other(n *Node, key string) {}
