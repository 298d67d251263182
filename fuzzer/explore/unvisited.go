package explore

// An unvisited is the place of a search by cost: the schedules that it has not visited. A search depth first has the first
// choices of the next one, the others have those that wait.
type unvisited struct {
	prefix  []uint16 // ranks
	waiting []Branch
	dropped bool // more schedules waited than MaxWaiting
	below   int  // icb: each schedule with fewer preemptions was visited
}

func (p unvisited) set(key, value string) (Place, bool, bool) {
	fits := false
	switch key {
	case "prefix":
		p.prefix, fits = parseRanks(value)
	case "waiting":
		p.waiting, fits = parseBranches(value)
	case "dropped":
		p.dropped, fits = flag(value)
	case "below":
		p.below, fits = small(value)
	default:
		return p, false, false
	}
	return p, true, fits
}

func (p unvisited) format(b []byte) []byte {
	b = setting(b, "dropped", 1, p.dropped)
	b = setting(b, "below", uint64(max(p.below, 0)), p.below > 0)
	if len(p.prefix) > 0 {
		b = ranks(append(b, " prefix="...), p.prefix)
	}
	for i := range p.waiting {
		if i == 0 {
			b = append(b, " waiting="...)
		} else {
			b = append(b, ',')
		}
		b = p.waiting[i].format(b)
	}
	return b
}

func (p unvisited) isEmpty() bool {
	return len(p.prefix) == 0 && len(p.waiting) == 0 && !p.dropped && p.below == 0
}

func (p unvisited) complaint(c *Config) string {
	if (len(p.prefix) > 0 || len(p.waiting) > 0) && c.Runs == 0 {
		return "prefix and waiting need runs; use the whole text of the search that carries on"
	}
	return ""
}

// format writes the fields of a branch, with colons between them.
func (w *Branch) format(b []byte) []byte {
	for _, v := range [...]uint32{w.Parent, w.At, uint32(w.Rank), w.Cost, w.Mark} {
		b = append(number(b, uint64(v)), ':')
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
		b = number(b, uint64(list[i]))
		if n > 1 {
			b = number(append(b, '*'), uint64(n))
		}
		i += n
	}
	return b
}

func parseRanks(text string) (list []uint16, ok bool) {
	for text != "" {
		var word string
		word, text = cut(text, ',')
		value, count := cut(word, '*')
		if count == "" {
			count = "1"
		}
		rank, ok := decimal(value, 1<<16-1)
		n, ok2 := decimal(count, uint64(MaxPoints-len(list)))
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
		word, text = cut(text, ',')
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
	limits := [6]uint64{MaxWaiting, MaxPoints - 1, 1<<16 - 1, 1<<32 - 1, 1<<32 - 1, 1}
	for i := range fields {
		var word string
		word, text = cut(text, ':')
		v, ok := decimal(word, limits[i])
		if !ok || i == rankField && v == 0 {
			return b, false
		}
		fields[i] = uint32(v)
	}
	return Branch{fields[0], fields[1], uint16(fields[2]), fields[3], fields[4], fields[5] == 1}, text == ""
}
