// Package identity compares the ids of one bug in every stage: go vet, the checks of
// the whole program, and a run. It has tests only. Package lockgraph defines the id.
package identity
