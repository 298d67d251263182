package walk

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// New returns a strategy that draws, nil when there is none of that name.
func New(c config.Config) point.Strategy {
	switch c.Strategy {
	case "random":
		return &Walk{seed: c.Seed}
	case "pct":
		return newPCT(c)
	case "pos":
		return &pos{seed: c.Seed}
	case "surw":
		return newSURW(c)
	case "history":
		return newHistory(c)
	case "near":
		return &near{seed: c.Seed}
	}
	return nil
}
