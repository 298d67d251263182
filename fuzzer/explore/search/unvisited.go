package search

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// An Unvisited is the place of a search by cost: the schedules that it has not visited. A search depth first has the first
// choices of the next one, the others have those that wait.
type Unvisited struct {
	Prefix  []uint16 // ranks
	Waiting []Branch
	Dropped bool // more schedules waited than MaxWaiting
	below   int  // icb: each schedule with fewer preemptions was visited
}

// Set is that of config.Place.
func (p Unvisited) Set(key, value string) (config.Place, bool, bool) {
	fits := false
	switch key {
	case "prefix":
		p.Prefix, fits = parseRanks(value)
	case "waiting":
		p.Waiting, fits = parseBranches(value)
	case "dropped":
		p.Dropped, fits = ascii.Flag(value)
	case "below":
		p.below, fits = ascii.Small(value)
	default:
		return p, false, false
	}
	return p, true, fits
}

// Format is that of config.Place.
func (p Unvisited) Format(b []byte) []byte {
	b = ascii.Setting(b, "dropped", 1, p.Dropped)
	b = ascii.Setting(b, "below", uint64(max(p.below, 0)), p.below > 0)
	if len(p.Prefix) > 0 {
		b = ranks(append(b, " prefix="...), p.Prefix)
	}
	for i := range p.Waiting {
		if i == 0 {
			b = append(b, " waiting="...)
		} else {
			b = append(b, ',')
		}
		b = p.Waiting[i].format(b)
	}
	return b
}

// DropAll is the place without the schedules that wait.
func (p Unvisited) DropAll() Unvisited {
	p.Dropped, p.Waiting = p.Dropped || len(p.Waiting) > 0, nil
	return p
}

// IsEmpty is that of config.Place.
func (p Unvisited) IsEmpty() bool {
	return len(p.Prefix) == 0 && len(p.Waiting) == 0 && !p.Dropped && p.below == 0
}

// Complaint is that of config.Place.
func (p Unvisited) Complaint(c *config.Config) string {
	if (len(p.Prefix) > 0 || len(p.Waiting) > 0) && c.Runs == 0 {
		return "prefix and waiting need runs; use the whole text of the search that carries on"
	}
	return ""
}

// format writes the fields of a branch, with colons between them.
func (w *Branch) format(b []byte) []byte {
	for _, v := range [...]uint32{w.Parent, w.At, uint32(w.Rank), w.Cost, w.Mark} {
		b = append(ascii.Number(b, uint64(v)), ':')
	}
	if w.Waits {
		return append(b, '1')
	}
	return append(b, '0')
}

// ranks writes numbers, each followed by *n when it stands n times.
func ranks(b []byte, list []uint16) []byte {
	for i := 0; i < len(list); {
		n := 1
		for i+n < len(list) && list[i+n] == list[i] {
			n++
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = ascii.Number(b, uint64(list[i]))
		if n > 1 {
			b = ascii.Number(append(b, '*'), uint64(n))
		}
		i += n
	}
	return b
}

func parseRanks(text string) (list []uint16, ok bool) {
	for text != "" {
		var word string
		word, text = ascii.Cut(text, ',')
		value, count := ascii.Cut(word, '*')
		if count == "" {
			count = "1"
		}
		rank, ok := ascii.Decimal(value, 1<<16-1)
		n, ok2 := ascii.Decimal(count, uint64(point.MaxPoints-len(list)))
		if !ok || !ok2 || n == 0 {
			return nil, false
		}
		for range n {
			list = append(list, uint16(rank))
		}
	}
	return list, true
}

func parseBranches(text string) (list []Branch, ok bool) {
	for text != "" {
		var word string
		word, text = ascii.Cut(text, ',')
		b, ok := parseBranch(word)
		if !ok || len(list) == MaxWaiting || b.Parent > uint32(len(list)) {
			return nil, false
		}
		if b.Parent > 0 && b.At <= list[b.Parent-1].At {
			return nil, false
		}
		list = append(list, b)
	}
	return list, true
}

// rankField is the number of a branch's rank among its fields. It is never 0.
const rankField = 2

func parseBranch(text string) (b Branch, ok bool) {
	var fields [6]uint32
	limits := [6]uint64{MaxWaiting, point.MaxPoints - 1, 1<<16 - 1, 1<<32 - 1, 1<<32 - 1, 1}
	for i := range fields {
		var word string
		word, text = ascii.Cut(text, ':')
		v, ok := ascii.Decimal(word, limits[i])
		if !ok || i == rankField && v == 0 {
			return b, false
		}
		fields[i] = uint32(v)
	}
	return Branch{fields[0], fields[1], uint16(fields[2]), fields[3], fields[4], fields[5] == 1}, text == ""
}
