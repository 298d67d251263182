// Package orchard keeps how moist the plots of an orchard are and shares out water between them.
//
// All methods may be called from several goroutines.
package orchard

import (
	"errors"
	"fmt"
	"sync"
)

// ErrPlot is wrapped by the errors for a name that is not that of a plot.
var ErrPlot = errors.New("no such plot")

// ErrTank is wrapped by the error of an irrigation that ran out of water.
var ErrTank = errors.New("tank is empty")

// ErrRange is returned for numbers that make no sense.
var ErrRange = errors.New("number out of range")

// wanted is the moisture in percent that a plot has after irrigation.
const wanted = 60

type plot struct {
	name string
	area int // liters for each percent

	mu       sync.Mutex
	moisture int
	fallow   bool
	short    int
}

// need returns how many liters the plot lacks. The caller holds the lock.
func (p *plot) need() int {
	if p.fallow || p.moisture >= wanted {
		return 0
	}
	return (wanted - p.moisture) * p.area
}

// An Orchard is a row of plots, from the pump to the fence. New makes one.
type Orchard struct {
	mu    sync.RWMutex
	plots []*plot
}

// New returns an orchard without plots.
func New() *Orchard { return new(Orchard) }

// Plant adds a dry plot at the fence. Its area says how many liters make it moister by one
// percent. A name that exists already is an error.
func (o *Orchard) Plant(name string, area int) error {
	if area < 1 || area > 1e6 {
		return ErrRange
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, p := range o.plots {
		if p.name == name {
			return fmt.Errorf("plot %q exists", name)
		}
	}
	o.plots = append(o.plots, &plot{name: name, area: area})
	return nil
}

func (o *Orchard) find(name string) (*plot, error) {
	for _, p := range o.row() {
		if p.name == name {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%q: %w", name, ErrPlot)
}

// row returns the plots as they are now. Plots are only ever appended.
func (o *Orchard) row() []*plot {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.plots
}

// Measure notes what the probe of a plot shows, from 0 to 100 percent.
func (o *Orchard) Measure(name string, percent int) error {
	if percent < 0 || percent > 100 {
		return ErrRange
	}
	p, err := o.find(name)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.moisture = percent
	return nil
}

// Rest says whether a plot lies fallow. Such a plot gets no water.
func (o *Orchard) Rest(name string, fallow bool) error {
	p, err := o.find(name)
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.fallow = fallow
	p.mu.Unlock()
	return nil
}

// Short returns how often the tank ran empty when it was the turn of the plot.
func (o *Orchard) Short(name string) (int, error) {
	p, err := o.find(name)
	if err != nil {
		return 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.short, nil
}

// Irrigate opens the tank for all plots in their order and returns how many liters are left. It
// ends at the first plot for which they are not enough: the error then wraps ErrTank.
func (o *Orchard) Irrigate(liters int) (left int, err error) {
	if liters < 0 {
		return 0, ErrRange
	}
	left = liters
	for _, p := range o.row() {
		p.mu.Lock()
		need := p.need()
		if need == 0 {
			p.mu.Unlock()
			continue
		}
		if need > left {
			p.short++
			return left, fmt.Errorf("plot %q needs %d liters of %d: %w", p.name, need, left, ErrTank)
		}
		left -= need
		p.moisture = wanted
		p.mu.Unlock()
	}
	return left, nil
}
