package auto

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/search"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/walk"
)

// A Mixture is the place of auto: those of the strategies that take turns in it.
type Mixture struct {
	search    search.Unvisited
	decisions walk.Decided // of history
	choices   walk.Learnt  // of pct
}

// Set is that of config.Place.
func (p Mixture) Set(key, value string) (config.Place, bool, bool) {
	if q, known, fits := p.search.Set(key, value); known {
		p.search = q.(search.Unvisited)
		return p, true, fits
	}
	if q, known, fits := p.decisions.Set(key, value); known {
		p.decisions = q.(walk.Decided)
		return p, true, fits
	}
	q, known, fits := p.choices.Set(key, value)
	p.choices = q.(walk.Learnt)
	return p, known, fits
}

// Format is that of config.Place.
func (p Mixture) Format(b []byte) []byte {
	return p.search.Format(p.decisions.Format(p.choices.Format(b)))
}

// IsEmpty is that of config.Place.
func (p Mixture) IsEmpty() bool {
	return p.search.IsEmpty() && p.decisions.IsEmpty() && p.choices.IsEmpty()
}

// Complaint is that of config.Place.
func (p Mixture) Complaint(c *config.Config) string { return p.search.Complaint(c) }

// of is that of a strategy by its name, nil for a strategy without a place.
func (p Mixture) of(strategy string) config.Place {
	switch strategy {
	case "history":
		return p.decisions
	case "pct":
		return p.choices
	}
	return nil
}
