package gopls

import (
	"context"
	"crypto/sha256"
	_ "embed" // the file that is added
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Options has the parameters of an installation.
type Options struct {
	Cache   string // directory to keep the result in, made if it is not there
	Version string // of gopls; "" is the newest that the Go of the user can build

	// Source is a checkout of this module. If it is empty, Release is taken from
	// where modules come from.
	Source, Release string

	// Progress is told what is being done, in a few words.
	Progress func(what string)
}

// A Result is a gopls with the checks.
type Result struct {
	Path    string // of the executable
	Version string // of gopls
	Built   bool   // now; else it was there
}

// ours is the module of the checks.
const ours = "github.com/deadlocklint/deadlocklint"

// settingsFile is added to package settings of gopls: only there its analyzers
// can be made.
//
//go:embed settings.go.txt
var settingsFile []byte

// Install builds gopls with the checks, or finds it built. A checkout is always built
// again, since it may have changed. Two installations at once do not disturb each
// other.
func Install(ctx context.Context, opt Options) (*Result, error) {
	goVersion, err := goCommand(ctx, "", "env", "GOVERSION")
	if err != nil {
		return nil, fmt.Errorf("the go command does not say its version: %w; install Go", err)
	}
	res := &Result{Version: opt.Version}
	if res.Version == "" {
		opt.Progress("looking for the newest gopls")
		if res.Version, err = newest(ctx, strings.TrimSpace(string(goVersion))); err != nil {
			return nil, err
		}
	}
	res.Path = filepath.Join(opt.Cache, name(opt, res.Version, string(goVersion)))
	if _, err := os.Stat(res.Path); err == nil && opt.Source == "" {
		return res, nil
	}
	if err := os.MkdirAll(opt.Cache, 0o700); err != nil {
		return nil, fmt.Errorf("cannot make the cache directory: %w; set DEADLOCKLINT_CACHE to one that can be written", err)
	}
	work, err := os.MkdirTemp(opt.Cache, "gopls-work-")
	if err != nil {
		return nil, fmt.Errorf("cannot write to the cache directory: %w; set DEADLOCKLINT_CACHE to one that can be written", err)
	}
	defer os.RemoveAll(work)
	res.Built = true
	return res, build(ctx, opt, res, work)
}

// name tells apart what was built from different sources.
func name(opt Options, version, goVersion string) string {
	sum := sha256.Sum256([]byte(version + "\n" + goVersion + "\n" + opt.Source + "\n" + opt.Release + "\n" + string(settingsFile)))
	name := fmt.Sprintf("gopls-%s-%x", version, sum[:6])
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return name
}

// build makes the executable in the directory work and moves it to its place.
func build(ctx context.Context, opt Options, res *Result, work string) error {
	opt.Progress("downloading gopls " + res.Version)
	src := filepath.Join(work, "src")
	if err := fetch(ctx, res.Version, src); err != nil {
		return err
	}
	if err := addChecks(ctx, opt, src); err != nil {
		return err
	}
	opt.Progress("building gopls " + res.Version + ", which takes minutes the first time")
	exe := filepath.Join(work, "gopls")
	if _, err := goCommand(ctx, src, "build", "-trimpath", "-o", exe, "."); err != nil {
		return fmt.Errorf("gopls %s does not build with the checks: %w; try another -version, or run deadlocklint lsp beside your gopls", res.Version, err)
	}
	if err := os.Rename(exe, res.Path); err != nil {
		return fmt.Errorf("cannot keep the gopls that was built: %w; end the one that runs and try again", err)
	}
	return nil
}

// fetch copies the source of a release into a new directory.
func fetch(ctx context.Context, version, dir string) error {
	out, err := goCommand(ctx, "", "mod", "download", "-json", module+"@"+version)
	var got struct{ Dir, Error string }
	if jsonErr := json.Unmarshal(out, &got); err == nil && jsonErr != nil {
		err = jsonErr
	}
	if got.Error != "" {
		err = errors.New(got.Error)
	}
	if err != nil {
		return fmt.Errorf("cannot download gopls %s: %w; look at GOPROXY, or name another one with -version", version, err)
	}
	if err := os.CopyFS(dir, os.DirFS(got.Dir)); err != nil {
		return fmt.Errorf("cannot copy the source of gopls: %w; free some space in the cache directory", err)
	}
	return nil
}

// addChecks adds the file and the requirement, and holds everything that gopls
// requires at the version that it was released with.
func addChecks(ctx context.Context, opt Options, src string) error {
	settings := filepath.Join(src, "internal", "settings")
	table, err := os.ReadFile(filepath.Join(settings, "analysis.go"))
	if errors.Is(err, fs.ErrNotExist) || err == nil && !strings.Contains(string(table), "\nvar AllAnalyzers = ") {
		return fmt.Errorf("this gopls has no table of analyzers where %s has it; name that with -version, or run deadlocklint lsp beside your gopls", Oldest)
	}
	if err != nil {
		return fmt.Errorf("cannot read the source of gopls: %w; try again", err)
	}
	if err := os.WriteFile(filepath.Join(settings, "zz_deadlocklint.go"), settingsFile, 0o600); err != nil {
		return fmt.Errorf("cannot add to the source of gopls: %w; free some space in the cache directory", err)
	}
	out, err := goCommand(ctx, src, "mod", "edit", "-json")
	var mod struct {
		Require []struct{ Path, Version string }
	}
	if err == nil {
		err = json.Unmarshal(out, &mod)
	}
	args := []string{"mod", "edit"}
	for _, r := range mod.Require {
		args = append(args, "-replace="+r.Path+"="+r.Path+"@"+r.Version)
	}
	if opt.Source != "" {
		args = append(args, "-require="+ours+"@v0.0.0", "-replace="+ours+"="+opt.Source)
	} else {
		args = append(args, "-require="+ours+"@"+opt.Release)
	}
	if err == nil {
		_, err = goCommand(ctx, src, args...)
	}
	if err != nil {
		return fmt.Errorf("cannot change the go.mod of gopls: %w; try again", err)
	}
	return nil
}

// goCommand runs the go command outside of any module of the user's, or in dir.
// The error is the last line that it printed.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	if dir == "" {
		cmd.Dir = os.TempDir()
	}
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "PWD="+cmd.Dir)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		lines := strings.Split(strings.TrimSpace(string(exit.Stderr)), "\n")
		if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
			err = errors.New(last)
		}
	}
	return out, err
}
