// Package seismo finds quakes in the samples of a seismometer.
package seismo

import (
	"context"
	"errors"
	"io"
	"iter"
	"math"
	"sync"
)

// A Sensor measures how the ground moves. Read returns the next sample, or io.EOF when there are no
// more. It returns soon after its context is done. The loops over one sensor share its samples: when
// there are several at the same time, Read is called from several goroutines.
type Sensor interface {
	Read(ctx context.Context) (float64, error)
}

// A Quake is a run of samples that are all strong.
type Quake struct {
	Start  int // the number of its first sample, from 0
	Length int
	Peak   float64
}

// Tape is a sensor with recorded samples. It may be used from several goroutines.
type Tape struct {
	mu      sync.Mutex
	samples []float64
}

// NewTape returns a sensor that has these samples, once.
func NewTape(samples ...float64) *Tape { return &Tape{samples: samples} }

// Read returns the next sample.
func (t *Tape) Read(ctx context.Context) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.samples) == 0 {
		return 0, io.EOF
	}
	x := t.samples[0]
	t.samples = t.samples[1:]
	return x, nil
}

type reading struct {
	x   float64
	err error
}

// Quakes iterates over the quakes in the samples of a sensor, which it reads one ahead: those whose
// amount is not below the threshold. The last pair has the error of the sensor or of the context,
// unless it is io.EOF.
//
// Each loop over the result reads on where the sensor is. When the loop ends, also by a break, the
// sensor is not read any more. The body may begin other loops.
func Quakes(ctx context.Context, sensor Sensor, threshold float64) iter.Seq2[Quake, error] {
	return func(yield func(Quake, error) bool) {
		run, stop := context.WithCancel(ctx)
		readings := make(chan reading)
		var reader sync.WaitGroup
		reader.Add(1)
		go func() {
			defer reader.Done()
			defer close(readings)
			for {
				x, err := sensor.Read(run)
				select {
				case readings <- reading{x, err}:
				case <-ctx.Done():
					return
				}
				if err != nil {
					return
				}
			}
		}()
		defer reader.Wait()
		defer stop()

		var quake Quake
		n := 0
		for r := range readings {
			strong := r.err == nil && math.Abs(r.x) >= threshold
			if strong {
				if quake.Length == 0 {
					quake.Start = n
				}
				quake.Length++
				quake.Peak = max(quake.Peak, math.Abs(r.x))
			} else if quake.Length > 0 {
				if !yield(quake, nil) {
					return
				}
				quake = Quake{}
			}
			if r.err != nil {
				if !errors.Is(r.err, io.EOF) {
					yield(Quake{}, r.err)
				}
				return
			}
			n++
		}
		yield(Quake{}, ctx.Err())
	}
}
