package goroutine

import (
	"fmt"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
)

// instances tells apart the locks of one candidate that have the same class:
// "#1" and "#2" in the order in which the report shows them, "" for a class
// with one lock.
type instances map[instance]string

// An instance is a lock of one process.
type instance struct {
	part int
	lock uint64
}

func instancesOf(c *predict.Candidate) instances {
	names, count := instances{}, map[string]int{}
	var order []instance
	class := map[instance]string{}
	note := func(of instance, c string) {
		if _, ok := class[of]; !ok {
			class[of] = c
			count[c]++
			order = append(order, of)
		}
	}
	for _, e := range c.Edges {
		for _, h := range e.Held {
			note(instance{e.Part, h.Lock}, h.Class)
		}
		note(instance{e.Part, e.Lock}, e.Class)
	}
	next := map[string]int{}
	for _, of := range order {
		if c := class[of]; count[c] > 1 {
			next[c]++
			names[of] = fmt.Sprintf("#%d", next[c])
		}
	}
	return names
}

func (in instances) held(e predict.Edge, i int) string {
	if i >= len(e.Held) {
		return ""
	}
	return in[instance{e.Part, e.Held[i].Lock}]
}

func (in instances) wanted(e predict.Edge) string { return in[instance{e.Part, e.Lock}] }
