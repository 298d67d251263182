package causal

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// A Valued is the place of causal. It has the values that runs have read, and the schedules that wait.
type Valued struct {
	tree  tree
	stops map[uint64]bool // cuts at which no goroutine could go on
	reads map[uint64]bool // fast: reads with their values
	now   child           // of the next run
	queue []child         // those after it
}

// clone is a place that can change.
func (p *Valued) clone() Valued {
	if p == nil {
		c := Valued{stops: map[uint64]bool{}, reads: map[uint64]bool{}}
		c.tree.init()
		return c
	}
	c := *p
	c.tree.nodes = append([]treeNode(nil), p.tree.nodes...)
	c.tree.runs = append([][]int32(nil), p.tree.runs...)
	c.tree.index = copied(p.tree.index)
	c.stops, c.reads = copied(p.stops), copied(p.reads)
	c.queue = append([]child(nil), p.queue...)
	return c
}

func copied[K comparable, V any](m map[K]V) map[K]V {
	c := make(map[K]V, len(m))
	for k, v := range m {
		c[k] = v
	}
	return c
}

// Set is that of config.Place.
func (p *Valued) Set(key, value string) (config.Place, bool, bool) {
	c := p.clone()
	switch key {
	case "seen":
		return &c, true, c.restoreSeen(value)
	case "stack":
		return &c, true, c.restoreQueue(value)
	}
	return p, false, false
}

// Format writes the facts first, since a schedule names them.
func (p *Valued) Format(b []byte) []byte {
	if p.IsEmpty() {
		return b
	}
	b = p.formatSeen(append(b, " seen="...))
	if p.now.kind != wantsAny {
		b = p.now.format(append(b, " stack="...))
		for i := range p.queue {
			b = p.queue[i].format(append(b, ','))
		}
	}
	return b
}

// IsEmpty is that of config.Place.
func (p *Valued) IsEmpty() bool {
	return p == nil || len(p.tree.nodes) <= 1 && len(p.tree.runs) == 0 && len(p.stops) == 0 && len(p.reads) == 0
}

// Complaint is that of config.Place.
func (p *Valued) Complaint(c *config.Config) string {
	if p.IsEmpty() {
		return ""
	}
	return config.NeedsRuns(c)
}

// Resume is the search as another process carries on with it.
func (s *Causal) Resume() config.Config {
	c := s.config
	c.Runs, c.Lost, c.Settings = s.runs, s.lost, s.settings
	p := s.Valued.clone()
	if s.runs == 0 || s.done {
		p.now, p.queue = child{}, nil
	}
	c.Place = &p
	return c
}

// format writes the fields of a child with colons between them: kind, node, value, the nodes of
// its cut, and the goroutines of its steps, with *n after a goroutine that makes n steps.
//
//	1:5:77:3.9:0*4.1.0
func (c *child) format(b []byte) []byte {
	b = append(ascii.Number(b, uint64(c.kind)), ':')
	b = append(ascii.Number(b, uint64(c.node)), ':')
	b = append(ascii.Number(b, uint64(c.value)), ':')
	for i, n := range c.cut {
		if i > 0 {
			b = append(b, '.')
		}
		b = ascii.Number(b, uint64(n))
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
		if b = ascii.Number(b, uint64(c.ids[i])); same > 1 {
			b = ascii.Number(append(b, '*'), uint64(same))
		}
		i += same
	}
	return b
}

// formatSeen writes the nodes as pairs of parent and value, the runs as their last nodes, and the
// cuts at which no goroutine could go on, and the reads of fast.
//
//	0.17;1.5;1.9|2;3|123|
func (p *Valued) formatSeen(b []byte) []byte {
	for i, n := range p.tree.nodes {
		if i == 0 {
			continue
		}
		if i > 1 {
			b = append(b, ';')
		}
		b = ascii.Number(append(ascii.Number(b, uint64(n.parent)), '.'), uint64(n.value))
	}
	b = append(b, '|')
	for i, run := range p.tree.runs {
		if i > 0 {
			b = append(b, ';')
		}
		for j, n := range run {
			if j > 0 {
				b = append(b, '.')
			}
			b = ascii.Number(b, uint64(n))
		}
	}
	return formatSet(append(formatSet(append(b, '|'), p.stops), '|'), p.reads)
}

func formatSet(b []byte, set map[uint64]bool) []byte {
	separated := false
	for h := range set {
		if separated {
			b = append(b, ';')
		}
		separated = true
		b = ascii.Number(b, h)
	}
	return b
}

// restoreSeen reads what another process has left.
func (p *Valued) restoreSeen(text string) bool {
	*p = (*Valued)(nil).clone()
	nodes, rest := ascii.Cut(text, '|')
	runs, rest := ascii.Cut(rest, '|')
	stops, reads := ascii.Cut(rest, '|')
	return p.restoreNodes(nodes) && p.restoreRuns(runs) && restoreSet(stops, p.stops) && restoreSet(reads, p.reads)
}

func (p *Valued) restoreNodes(text string) bool {
	for text != "" {
		var word string
		word, text = ascii.Cut(text, ';')
		parent, value := ascii.Cut(word, '.')
		above, ok := ascii.Decimal(parent, uint64(len(p.tree.nodes))-1)
		v, ok2 := ascii.Decimal(value, 1<<32-1)
		if !ok || !ok2 || p.tree.full() {
			return false
		}
		p.tree.child(int32(above), uint32(v))
	}
	return true
}

func (p *Valued) restoreRuns(text string) bool {
	for text != "" {
		var word string
		word, text = ascii.Cut(text, ';')
		run, ok := p.nodesOf(word)
		if !ok {
			return false
		}
		p.tree.runs = append(p.tree.runs, run)
	}
	return true
}

func restoreSet(text string, set map[uint64]bool) bool {
	for text != "" {
		var word string
		word, text = ascii.Cut(text, ';')
		h, ok := ascii.Decimal(word, 1<<64-1)
		if !ok {
			return false
		}
		set[h] = true
	}
	return true
}

// restoreQueue reads the next schedule, and those that wait after it.
func (p *Valued) restoreQueue(text string) bool {
	for text != "" {
		var word string
		word, text = ascii.Cut(text, ',')
		c, ok := p.parseChild(word)
		switch {
		case !ok || len(p.queue) > maxQueue || c.kind == wantsAny:
			return false
		case p.now.kind == wantsAny:
			p.now = c
		default:
			p.queue = append(p.queue, c)
		}
	}
	return true
}

func (p *Valued) parseChild(text string) (c child, ok bool) {
	var fields [5]string
	for i := range fields {
		fields[i], text = ascii.Cut(text, ':')
	}
	kind, ok := ascii.Decimal(fields[0], uint64(wantsStop))
	node, ok2 := ascii.Decimal(fields[1], uint64(len(p.tree.nodes))-1)
	value, ok3 := ascii.Decimal(fields[2], 1<<32-1)
	if !ok || !ok2 || !ok3 || text != "" {
		return c, false
	}
	c.kind, c.node, c.value = childKind(kind), int32(node), uint32(value)
	if c.cut, ok = p.nodesOf(fields[3]); !ok {
		return c, false
	}
	c.ids, ok = parseSteps(fields[4])
	return c, ok
}

func (p *Valued) nodesOf(text string) (list []int32, ok bool) {
	for text != "" {
		var word string
		word, text = ascii.Cut(text, '.')
		n, ok := ascii.Decimal(word, uint64(len(p.tree.nodes))-1)
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
		word, text = ascii.Cut(text, '.')
		id, times := ascii.Cut(word, '*')
		if times == "" {
			times = "1"
		}
		v, ok := ascii.Decimal(id, point.Clock-1)
		n, ok2 := ascii.Decimal(times, point.MaxPoints)
		if !ok || !ok2 || len(ids)+int(n) > point.MaxPoints {
			return nil, false
		}
		for range n {
			ids = append(ids, uint32(v))
		}
	}
	return ids, true
}
