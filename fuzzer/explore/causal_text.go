package explore

// Resume is the search as another process carries on with it.
func (s *causal) Resume() Config {
	c := s.config
	c.Runs, c.Lost, c.Settings = s.runs, s.lost, s.settings
	c.Seen = string(s.formatSeen(nil))
	c.Stack = ""
	if s.runs > 0 && !s.done {
		b := s.now.format(nil)
		for i := range s.queue {
			b = s.queue[i].format(append(b, ','))
		}
		c.Stack = string(b)
	}
	return c
}

// format writes the fields of a child with colons between them: kind, node, value, the nodes of
// its cut, and the goroutines of its steps, with *n after a goroutine that makes n steps.
//
//	1:5:77:3.9:0*4.1.0
func (c *child) format(b []byte) []byte {
	b = append(number(b, uint64(c.kind)), ':')
	b = append(number(b, uint64(c.node)), ':')
	b = append(number(b, uint64(c.value)), ':')
	for i, n := range c.cut {
		if i > 0 {
			b = append(b, '.')
		}
		b = number(b, uint64(n))
	}
	b = append(b, ':')
	for i := 0; i < len(c.ids); {
		same := 1
		for i+same < len(c.ids) && c.ids[i+same] == c.ids[i] {
			same++
		}
		if i > 0 {
			b = append(b, '.')
		}
		if b = number(b, uint64(c.ids[i])); same > 1 {
			b = number(append(b, '*'), uint64(same))
		}
		i += same
	}
	return b
}

// formatSeen writes the nodes as pairs of parent and value, the runs as their last nodes, and the
// cuts at which no goroutine could go on, and the reads of fast.
//
//	0.17;1.5;1.9|2;3|123|
func (s *causal) formatSeen(b []byte) []byte {
	for i, n := range s.tree.nodes {
		if i == 0 {
			continue
		}
		if i > 1 {
			b = append(b, ';')
		}
		b = number(append(number(b, uint64(n.parent)), '.'), uint64(n.value))
	}
	b = append(b, '|')
	for i, run := range s.tree.runs {
		if i > 0 {
			b = append(b, ';')
		}
		for j, n := range run {
			if j > 0 {
				b = append(b, '.')
			}
			b = number(b, uint64(n))
		}
	}
	return formatSet(append(formatSet(append(b, '|'), s.stops), '|'), s.reads)
}

func formatSet(b []byte, set map[uint64]bool) []byte {
	separated := false
	for h := range set {
		if separated {
			b = append(b, ';')
		}
		separated = true
		b = number(b, h)
	}
	return b
}

// restoreSeen reads what another process has left.
func (s *causal) restoreSeen(text string) bool {
	s.stops, s.queued, s.reads = map[uint64]bool{}, map[uint64]bool{}, map[uint64]bool{}
	nodes, rest := cut(text, '|')
	runs, rest := cut(rest, '|')
	stops, reads := cut(rest, '|')
	return s.restoreNodes(nodes) && s.restoreRuns(runs) && restoreSet(stops, s.stops) && restoreSet(reads, s.reads)
}

func (s *causal) restoreNodes(text string) bool {
	for text != "" {
		var word string
		word, text = cut(text, ';')
		parent, value := cut(word, '.')
		p, ok := decimal(parent, uint64(len(s.tree.nodes))-1)
		v, ok2 := decimal(value, 1<<32-1)
		if !ok || !ok2 || s.tree.full() {
			return false
		}
		s.tree.child(int32(p), uint32(v))
	}
	return true
}

func (s *causal) restoreRuns(text string) bool {
	for text != "" {
		var word string
		word, text = cut(text, ';')
		run, ok := s.nodesOf(word)
		if !ok {
			return false
		}
		s.tree.runs = append(s.tree.runs, run)
	}
	return true
}

func restoreSet(text string, set map[uint64]bool) bool {
	for text != "" {
		var word string
		word, text = cut(text, ';')
		h, ok := decimal(word, 1<<64-1)
		if !ok {
			return false
		}
		set[h] = true
	}
	return true
}

// restoreQueue reads the next schedule, and those that wait after it.
func (s *causal) restoreQueue(text string) bool {
	for text != "" {
		var word string
		word, text = cut(text, ',')
		c, ok := s.parseChild(word)
		switch {
		case !ok || len(s.queue) > maxQueue || c.kind == wantsAny:
			return false
		case s.now.kind == wantsAny:
			s.now = c
		default:
			s.queue = append(s.queue, c)
		}
	}
	return true
}

func (s *causal) parseChild(text string) (c child, ok bool) {
	var fields [5]string
	for i := range fields {
		fields[i], text = cut(text, ':')
	}
	kind, ok := decimal(fields[0], uint64(wantsStop))
	node, ok2 := decimal(fields[1], uint64(len(s.tree.nodes))-1)
	value, ok3 := decimal(fields[2], 1<<32-1)
	if !ok || !ok2 || !ok3 || text != "" {
		return c, false
	}
	c.kind, c.node, c.value = childKind(kind), int32(node), uint32(value)
	if c.cut, ok = s.nodesOf(fields[3]); !ok {
		return c, false
	}
	c.ids, ok = parseSteps(fields[4])
	return c, ok
}

func (s *causal) nodesOf(text string) (list []int32, ok bool) {
	for text != "" {
		var word string
		word, text = cut(text, '.')
		n, ok := decimal(word, uint64(len(s.tree.nodes))-1)
		if !ok || n == 0 {
			return nil, false
		}
		list = append(list, int32(n))
	}
	return list, true
}

func parseSteps(text string) (ids []uint32, ok bool) {
	for text != "" {
		var word string
		word, text = cut(text, '.')
		id, times := cut(word, '*')
		if times == "" {
			times = "1"
		}
		v, ok := decimal(id, Clock-1)
		n, ok2 := decimal(times, MaxPoints)
		if !ok || !ok2 || len(ids)+int(n) > MaxPoints {
			return nil, false
		}
		for range n {
			ids = append(ids, uint32(v))
		}
	}
	return ids, true
}
