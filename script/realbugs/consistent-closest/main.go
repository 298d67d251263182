// Asks a hash ring for the members closest to a key (which reads Consistent.mu
// recursively) and, later and from another goroutine, adds a member (which
// writes it).
package main

import (
	"fmt"
	"hash/fnv"
	"os"
	"sync"
	"time"

	"github.com/buraksezer/consistent"
)

type member string

func (m member) String() string { return string(m) }

type hasher struct{}

func (hasher) Sum64(data []byte) uint64 {
	h := fnv.New64a()
	h.Write(data)
	return h.Sum64()
}

func main() {
	ring := consistent.New([]consistent.Member{member("a"), member("b")}, consistent.Config{
		Hasher: hasher{}, PartitionCount: 71, ReplicationFactor: 20, Load: 1.25,
	})

	// Only time keeps the two apart.
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		time.Sleep(50 * time.Millisecond)
		members, err := ring.GetClosestN([]byte("key"), 2)
		check(err)
		if len(members) != 2 {
			check(fmt.Errorf("got %d members", len(members)))
		}
	}()
	go func() {
		defer wg.Done()
		time.Sleep(250 * time.Millisecond)
		ring.Add(member("c"))
	}()
	wg.Wait()
	fmt.Println("PASS")
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "driver:", err)
		os.Exit(1)
	}
}
