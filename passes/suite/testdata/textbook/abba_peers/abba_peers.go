// Package abba_peers has two types that tell each other, through an interface that both have, with their own locks held.
package abba_peers

import "sync"

type Peer interface{ Notify(n int) }

type Node struct {
	mu   sync.Mutex
	n    int
	peer Peer
}

type Client struct {
	mu   sync.Mutex
	n    int
	peer Peer
}

func Connect() (*Node, *Client) {
	n, c := &Node{}, &Client{}
	n.peer, c.peer = c, n
	return n, c
}

func (n *Node) Notify(k int) {
	n.mu.Lock()
	n.n += k
	n.mu.Unlock()
}

func (c *Client) Notify(k int) {
	c.mu.Lock()
	c.n -= k
	c.mu.Unlock()
}

func (n *Node) Send(k int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.n = k
	n.peer.Notify(k) // want lockorder
}

func (c *Client) Send(k int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = k
	c.peer.Notify(k)
}
