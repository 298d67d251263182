package main

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// document is the part of a report that is read here.
type document struct {
	Findings []finding `json:"findings"`
}

type finding struct {
	ID         string      `json:"id"`
	Status     string      `json:"status"`
	Tests      []string    `json:"tests"`
	Goroutines []goroutine `json:"goroutines"`
	Explored   *explored   `json:"explored"`
	Timeline   *timeline   `json:"timeline"`
}

type goroutine struct {
	Steps []step `json:"steps"`
}

type explored struct {
	Steps []step `json:"steps"`
}

// timeline is the recorded interleaving; its paths are call stacks, the operation first.
type timeline struct {
	Paths [][]step `json:"paths"`
}

type step struct {
	Op  string `json:"op"`
	Pos string `json:"pos"`
}

// place is a line of a file of the folder latent.
type place struct {
	file string
	line int
}

// places lists the lines of the folder latent that the finding names, each once.
func (f *finding) places() (list []place) {
	var steps []step
	for _, g := range f.Goroutines {
		steps = append(steps, g.Steps...)
	}
	if f.Explored != nil {
		steps = append(steps, f.Explored.Steps...)
	}
	if f.Timeline != nil {
		for _, path := range f.Timeline.Paths {
			steps = append(steps, path[:min(len(path), 1)]...)
		}
	}
	for _, s := range steps {
		if p, ok := placeOf(s.Pos); ok && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// placeOf reads file:line or file:line:column.
func placeOf(pos string) (place, bool) {
	parts := strings.Split(pos, ":")
	if len(parts) < 2 || path.Dir(parts[0]) != "latent" {
		return place{}, false
	}
	line, err := strconv.Atoi(parts[1])
	return place{path.Base(parts[0]), line}, err == nil
}
