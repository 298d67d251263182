package run

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/runner/explored"
)

// strategyHapset is the strategy that learns sets.
const strategyHapset = "hapset"

// beginSets reads the sets of -x sets, and hands them over to the exploration.
func (pl *pipeline) beginSets(p *testflags.CommandLine) error {
	if p.Sets == "" {
		return nil
	}
	build, err := pl.buildHash()
	if err != nil {
		return err
	}
	f, other, err := explored.ReadSets(p.Sets, build)
	if err != nil {
		return err
	}
	if other {
		fmt.Fprintf(pl.Streams.Err, "deadlocklint: the sets of %s are of another build, and are learned anew\n", p.Sets)
	}
	pl.sets = f
	b, err := json.Marshal(f.Sets)
	if err != nil {
		return err
	}
	pl.Explore.Sets = filepath.Join(pl.Dir, "sets")
	if err := os.WriteFile(pl.Explore.Sets, b, 0o600); err != nil {
		return fmt.Errorf("cannot hand over the sets: %w; free some space or set TMPDIR", err)
	}
	return nil
}

// buildHash is the same for builds in which each place has the same number.
func (pl *pipeline) buildHash() (string, error) {
	source, err := explored.SourceHash(pl.Root())
	if err != nil {
		return "", err
	}
	text := strings.Join(append([]string{source, pl.Shadow.Toolchain.Version, pl.Shadow.Dir}, pl.Replay.Build...), "\x00")
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:16]), nil
}

// keepSets writes what the tests have learned.
func (pl *pipeline) keepSets(results []*explorer.Result) error {
	if pl.sets == nil {
		return nil
	}
	pl.sets.Learn(results)
	return pl.sets.Write(pl.Sets)
}
