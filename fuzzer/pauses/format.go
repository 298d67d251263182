package pauses

// Format writes a plan as Parse reads it.
func (p *Plan) Format() []byte {
	b := append([]byte(nil), Header...)
	b = append(b, "use"...)
	b = field(b, "abs", uint64(p.Abstraction))
	b = field(b, "context", bit(p.UseContext))
	b = field(b, "yield", bit(p.Yield))
	if p.Stall > 0 {
		b = field(b, "stall", uint64(p.Stall))
	}
	b = append(b, '\n')
	for _, c := range p.Chans[:p.NChans] {
		b = append(b, "chan"...)
		b = field(b, "site", c.Site)
		b = field(b, "recv", bit(c.Receives))
		b = field(b, "handed", bit(c.Handed))
		b = append(b, '\n')
	}
	for i := range p.Edges[:p.N] {
		b = p.Edges[i].format(b)
	}
	for _, s := range p.Calls[:p.NCalls] {
		b = append(b, "call"...)
		b = field(b, "g", s.G)
		b = field(b, "site", uint64(s.Site))
		b = field(b, "count", uint64(s.Count))
		b = append(b, '\n')
	}
	if p.NHanded > 0 {
		b = append(b, "handed at="...)
		b = append(list(b, p.Handed[:p.NHanded]), '\n')
	}
	if p.NCore > 0 {
		b = append(b, "core g="...)
		b = append(list(b, p.Core[:p.NCore]), '\n')
	}
	for _, s := range p.Steps[:p.NSteps] {
		b = append(b, "step"...)
		b = field(b, "g", s.G)
		b = field(b, "site", s.Site)
		b = field(b, "n", s.N)
		b = append(b, '\n')
	}
	for _, c := range p.Choices[:p.NChoices] {
		b = append(b, "choice"...)
		b = field(b, "g", c.G)
		b = field(b, "site", c.Site)
		b = field(b, "n", c.N)
		b = field(b, "case", uint64(c.Case))
		b = append(b, '\n')
	}
	return b
}

func (e *Edge) format(b []byte) []byte {
	b = append(b, "edge"...)
	b = field(b, "g", e.G)
	b = field(b, "lock", e.Lock)
	b = field(b, "global", e.Global)
	b = field(b, "off", e.Offset)
	b = field(b, "read", bit(e.Read))
	b = field(b, "nopause", bit(e.NoPause))
	b = append(b, " ctx="...)
	return append(list(b, e.Context[:e.N]), '\n')
}

func list(b []byte, sites []uint64) []byte {
	for i, site := range sites {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendHex(b, site)
	}
	return b
}

func field(b []byte, key string, v uint64) []byte {
	b = append(b, ' ')
	b = append(b, key...)
	b = append(b, '=')
	return appendHex(b, v)
}

func bit(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

func appendHex(b []byte, v uint64) []byte {
	shift := 60
	for shift > 0 && v>>shift == 0 {
		shift -= 4
	}
	for ; shift >= 0; shift -= 4 {
		b = append(b, "0123456789abcdef"[v>>shift&15])
	}
	return b
}
