package explored

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/regular"
)

// A SetsFile has the sets that strategy hapset has learned, from command to command. They
// are of one build: its places are numbers that another build may give to other code.
type SetsFile struct {
	Version int    `json:"deadlocklint_sets"`
	Build   string // a hash of it
	Sets    explorer.KnownSets
}

// setsVersion changes when a field is read in another way.
const setsVersion = 1

// ReadSets reads the sets of a build. A file that does not exist, or of another build, has
// none; other is true of the latter.
func ReadSets(name, build string) (f *SetsFile, other bool, err error) {
	f = &SetsFile{Version: setsVersion, Build: build, Sets: explorer.KnownSets{}}
	if _, err := os.Stat(name); os.IsNotExist(err) {
		return f, false, nil
	}
	b, err := regular.Read(name, regular.Limit)
	if err != nil {
		return nil, false, fmt.Errorf("%w; name a file that explore -x sets=FILE has written, or a new one", err)
	}
	var old SetsFile
	if err := json.Unmarshal(b, &old); err != nil || old.Version != setsVersion {
		return nil, false, fmt.Errorf("%s is no file of explore -x sets=FILE; name another one", name)
	}
	if old.Build != build || old.Sets == nil {
		return f, true, nil
	}
	return &old, false, nil
}

// Learn adds the sets that the tests of an exploration have learned.
func (f *SetsFile) Learn(results []*explorer.Result) {
	for _, r := range results {
		sets := r.SetsOf()
		if sets == "" {
			continue
		}
		if f.Sets[r.Package] == nil {
			f.Sets[r.Package] = map[string]string{}
		}
		f.Sets[r.Package][r.Test] = sets
	}
}

// Write writes the file, whole or not at all.
func (f *SetsFile) Write(name string) error {
	b, err := json.MarshalIndent(f, "", "\t")
	if err != nil {
		return err
	}
	part := name + ".part"
	if err = os.WriteFile(part, append(b, '\n'), 0o666); err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		_ = os.Remove(part) // it may not be there
		return fmt.Errorf("cannot write the sets: %w; name another file with -x sets=FILE", err)
	}
	return nil
}
