package explore

// A mixture is the place of auto: those of the strategies that take turns in it.
type mixture struct {
	search    unvisited
	decisions decided // of history
	choices   learnt  // of pct
}

func (p mixture) set(key, value string) (Place, bool, bool) {
	if q, known, fits := p.search.set(key, value); known {
		p.search = q.(unvisited)
		return p, true, fits
	}
	if q, known, fits := p.decisions.set(key, value); known {
		p.decisions = q.(decided)
		return p, true, fits
	}
	q, known, fits := p.choices.set(key, value)
	p.choices = q.(learnt)
	return p, known, fits
}

func (p mixture) format(b []byte) []byte {
	return p.search.format(p.decisions.format(p.choices.format(b)))
}

func (p mixture) isEmpty() bool {
	return p.search.isEmpty() && p.decisions.isEmpty() && p.choices.isEmpty()
}

func (p mixture) complaint(c *Config) string { return p.search.complaint(c) }

// of is that of a strategy by its name, nil for one that has none.
func (p mixture) of(strategy string) Place {
	switch strategy {
	case "history":
		return p.decisions
	case "pct":
		return p.choices
	}
	return nil
}
