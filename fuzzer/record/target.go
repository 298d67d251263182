package record

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/internal/regular"
	"github.com/deadlocklint/deadlocklint/internal/seal"
)

// Targets reads the targets of a session, by id. The directory of a session may
// have been moved since.
func Targets(dir string) (map[string]*Target, error) {
	names, err := files(dir, "target.*.json")
	if err != nil {
		return nil, err
	}
	targets := map[string]*Target{}
	for _, name := range names {
		t, err := readTarget(dir, name)
		if err != nil {
			return nil, err
		}
		targets[t.ID] = t
	}
	return targets, nil
}

func readTarget(dir, name string) (*Target, error) {
	b, err := regular.Read(name, maxTarget)
	if err != nil {
		return nil, fmt.Errorf("cannot read the recording: %w; record again", err)
	}
	t := &Target{}
	if err := json.Unmarshal(b, t); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w; record again", name, err)
	}
	if filepath.Base(name) != t.file() {
		return nil, fmt.Errorf("%s is of another target, %q; record again", name, t.ID)
	}
	if key, err := key(); err == nil {
		t.own = seal.Holds(key, b, t.Seal)
	}
	if name := filepath.Base(t.Binary); strings.HasPrefix(name, t.kept()) {
		t.Binary = filepath.Join(dir, name)
	}
	if t.Stdin != "" {
		t.Stdin = filepath.Join(dir, filepath.Base(t.Stdin))
	}
	return t, nil
}

// maxTarget is the size of the largest file of a target, in bytes.
const maxTarget = 16 << 20

// file is the name of the file of a target in its session.
func (t *Target) file() string { return "target." + t.ID + ".json" }

// Own reports whether this user recorded the target on this machine, and neither its
// file, its binary nor its standard input was changed since. All are read for that: a
// shell does what its input says.
func (t *Target) Own() bool {
	if !t.own {
		return false
	}
	sum, err := SumOf(t.Binary)
	if err != nil || sum != t.Sum || t.Stdin == "" {
		return err == nil && sum == t.Sum
	}
	sum, err = SumOf(t.Stdin)
	return err == nil && sum == t.StdinSum
}

// CommandLine is the command that runs the target, with the variables that it sets.
func (t *Target) CommandLine() []string {
	return slices.Concat(t.Env, t.Prefix, []string{t.Binary}, t.Args)
}

// Save writes the target into its session.
func (t *Target) Save(dir string) error {
	if t.Sum == "" {
		t.Sum, _ = SumOf(t.Binary) // without it the target is as one from elsewhere
	}
	return t.write(dir, true)
}

func (t *Target) write(dir string, sealed bool) error {
	t.Seal = ""
	if sealed {
		t.Seal = seal.Blank
	}
	b, err := json.MarshalIndent(t, "", "\t")
	if err != nil {
		return err
	}
	if key, err := key(); sealed && err == nil {
		b = seal.Sign(key, b)
	}
	return replace(filepath.Join(dir, t.file()), b)
}

// replace writes a file as a whole or not at all: on a full disk what was there stays.
func replace(name string, b []byte) error {
	part := name + ".part"
	if err := os.WriteFile(part, b, 0o600); err != nil {
		_ = os.Remove(part)
		return err
	}
	return os.Rename(part, name)
}

func key() ([]byte, error) {
	cache, err := goroot.CacheDir()
	if err != nil {
		return nil, err
	}
	return seal.Key(cache)
}

// SumOf is the SHA-256 of a file.
func SumOf(name string) (string, error) {
	f, err := regular.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// TestFlags returns those of the arguments that are flags of package testing: they come
// from the tool, and everything else from the user.
func TestFlags(args []string) []string {
	return slices.DeleteFunc(slices.Clone(args), func(a string) bool { return !strings.HasPrefix(a, "-test.") })
}

// Forget removes from the targets of a session what belongs to the user: arguments,
// environment and standard input. A target that has no seal
// gets none: another user may have put it there.
func Forget(dir string) error {
	targets, err := Targets(dir)
	if err != nil {
		return err
	}
	for _, t := range targets {
		if t.Stdin != "" {
			_ = os.Remove(t.Stdin) // it may never have been written
		}
		t.Args, t.Env, t.Stdin, t.StdinSum = TestFlags(t.Args), nil, "", ""
		if err := t.write(dir, t.own); err != nil {
			return err
		}
	}
	return nil
}
