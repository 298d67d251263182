package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// carriedFile tells the processes that explore where an earlier command has got to.
const carriedFile = "carried.json"

// Carry lets the session carry on with the explorations of an earlier one. Tests that
// it has not finished go on where it stopped, others are left out.
func (se *Session) Carry(results []*explorer.Result) error {
	carried := map[string]explorer.Checkpoints{} // by package
	for _, r := range results {
		state := explorer.State{} // finished
		if r.Stop == explorer.StopInterrupt {
			state = r.State
		}
		if carried[r.Package] == nil {
			carried[r.Package] = explorer.Checkpoints{}
		}
		carried[r.Package][r.Test] = state
	}
	b, err := json.Marshal(carried)
	if err == nil {
		err = os.WriteFile(filepath.Join(se.Dir, carriedFile), b, 0o600)
	}
	if err != nil {
		return fmt.Errorf("cannot carry on: %w; free some space in %s", err, se.Dir)
	}
	return nil
}

// readCarried reads by package where to carry on.
func readCarried(dir string) (map[string]explorer.Checkpoints, error) {
	b, err := regular.Read(filepath.Join(dir, carriedFile), regular.Limit)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	carried := map[string]explorer.Checkpoints{}
	if err == nil {
		err = json.Unmarshal(b, &carried)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot carry on: %w; explore again without -resume", err)
	}
	return carried, nil
}
