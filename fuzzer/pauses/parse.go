package pauses

// Header is the first line of a plan.
const Header = "deadlocklint plan 1\n"

// Parse reads a plan: the header, then one "key=value ..." line per setting or
// edge, numbers in hexadecimal:
//
//	deadlocklint plan 1
//	use abs=2 context=1 yield=1
//	chan site=cc recv=0 handed=1
//	edge g=1f lock=2e global=0 off=8 read=0 nopause=0 ctx=aa,bb
//	handed at=cc,dd
//	step g=1f site=aa n=2
//	choice g=1f site=aa n=2 case=1
//	core g=1f,2e
//	call g=1f site=3 count=1
//
// Unknown keys are passed over, so that an older agent reads a newer plan. It
// reports false for anything that is no plan.
func Parse(text []byte, p *Plan) bool {
	if len(text) < len(Header) || string(text[:len(Header)]) != Header {
		return false
	}
	*p = Plan{}
	text = text[len(Header):]
	for len(text) > 0 {
		var line []byte
		line, text = cut(text, '\n')
		word, rest := cut(line, ' ')
		switch string(word) {
		case "use":
			p.parseUse(rest)
		case "handed":
			p.parseHanded(rest)
		case "chan":
			if p.NChans == MaxChans {
				return false
			}
			p.Chans[p.NChans].parse(rest)
			p.NChans++
		case "step":
			if p.NSteps == MaxSteps {
				return false
			}
			p.Steps[p.NSteps].parse(rest)
			p.NSteps++
		case "choice":
			if p.NChoices == MaxChoices {
				return false
			}
			p.Choices[p.NChoices].parse(rest)
			p.NChoices++
		case "core":
			each(rest, func(key string, value []byte) {
				if key == "g" {
					p.NCore += sites(p.Core[p.NCore:], value)
				}
			})
		case "call":
			if p.NCalls == MaxCalls {
				return false
			}
			p.Calls[p.NCalls].parse(rest)
			p.NCalls++
		case "edge":
			if p.N == MaxEdges || !p.Edges[p.N].parse(rest) {
				return false
			}
			p.N++
		}
	}
	return p.N > 0 || p.NSteps > 0 || p.NCalls > 0
}

func (p *Plan) parseUse(rest []byte) {
	each(rest, func(key string, value []byte) {
		v := hex(value)
		switch key {
		case "abs":
			p.Abstraction = uint8(v)
		case "context":
			p.UseContext = v != 0
		case "yield":
			p.Yield = v != 0
		case "stall":
			p.Stall = uint32(v)
		}
	})
}

func (p *Plan) parseHanded(rest []byte) {
	each(rest, func(key string, value []byte) {
		if key == "at" {
			p.NHanded += sites(p.Handed[p.NHanded:], value)
		}
	})
}

func (c *Chan) parse(rest []byte) {
	each(rest, func(key string, value []byte) {
		switch key {
		case "site":
			c.Site = hex(value)
		case "recv":
			c.Receives = hex(value) != 0
		case "handed":
			c.Handed = hex(value) != 0
		}
	})
}

func (s *Call) parse(rest []byte) {
	each(rest, func(key string, value []byte) {
		switch key {
		case "g":
			s.G = hex(value)
		case "site":
			s.Site = uint32(hex(value))
		case "count":
			s.Count = uint32(hex(value))
		}
	})
}

func (s *Step) parse(rest []byte) {
	each(rest, func(key string, value []byte) {
		switch key {
		case "g":
			s.G = hex(value)
		case "site":
			s.Site = hex(value)
		case "n":
			s.N = hex(value)
		}
	})
}

func (c *Choice) parse(rest []byte) {
	each(rest, func(key string, value []byte) {
		switch key {
		case "g":
			c.G = hex(value)
		case "site":
			c.Site = hex(value)
		case "n":
			c.N = hex(value)
		case "case":
			c.Case = uint32(hex(value))
		}
	})
}

// sites reads numbers separated by commas and returns how many there was room for.
func sites(to []uint64, value []byte) (n int) {
	for len(value) > 0 && n < len(to) {
		var site []byte
		site, value = cut(value, ',')
		to[n] = hex(site)
		n++
	}
	return n
}

func (e *Edge) parse(rest []byte) bool {
	each(rest, func(key string, value []byte) {
		switch key {
		case "g":
			e.G = hex(value)
		case "lock":
			e.Lock = hex(value)
		case "global":
			e.Global = hex(value)
		case "off":
			e.Offset = hex(value)
		case "read":
			e.Read = hex(value) != 0
		case "nopause":
			e.NoPause = hex(value) != 0
		case "ctx":
			e.N += sites(e.Context[e.N:], value)
		}
	})
	return e.N > 0
}

// each calls f for every key=value word.
func each(line []byte, f func(key string, value []byte)) {
	for len(line) > 0 {
		var word []byte
		word, line = cut(line, ' ')
		key, value := cut(word, '=')
		f(string(key), value)
	}
}

func cut(b []byte, sep byte) (before, after []byte) {
	for i, c := range b {
		if c == sep {
			return b[:i], b[i+1:]
		}
	}
	return b, nil
}

func hex(b []byte) uint64 {
	var v uint64
	for _, c := range b {
		switch {
		case c >= '0' && c <= '9':
			v = v<<4 | uint64(c-'0')
		case c >= 'a' && c <= 'f':
			v = v<<4 | uint64(c-'a'+10)
		}
	}
	return v
}
