// Package revision looks at another git revision of the user's module, for -new-from.
//
// It writes the files of the revision to a temporary directory and lets the caller
// look for findings there. Their ids are then old in the output. The user's files
// and git's index stay as they are.
package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/output"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Since finds the findings that are not new since a revision. They have the ids that find
// reports in a copy of that revision. doc/design/025 says why it does not compare changed
// lines. Nothing is done when rev is empty.
func Since(ctx context.Context, rev, dir string, out *output.Output, find func(dir string, errs io.Writer) ([]report.Finding, error)) error {
	if rev == "" {
		return nil
	}
	at, remove, err := checkout(ctx, dir, rev)
	if err != nil {
		return command.Usage(fmt.Errorf("-new-from: %w", err))
	}
	defer remove()
	findings, err := find(at, prefixed{out.Streams.Err, "at " + rev + ": "})
	if err != nil {
		return fmt.Errorf("-new-from: %s could not be looked at: %w; name a revision that builds, or use -baseline", rev, err)
	}
	out.Rules.Old, out.Rules.Since = map[string]bool{}, rev
	for _, f := range findings {
		out.Rules.Old[f.ID] = true
	}
	return nil
}

// A prefixed writer begins each of our lines with its subject.
type prefixed struct {
	w      io.Writer
	prefix string
}

func (p prefixed) Write(b []byte) (int, error) {
	text := strings.ReplaceAll(string(b), "deadlocklint: ", "deadlocklint: "+p.prefix)
	if _, err := io.WriteString(p.w, text); err != nil {
		return 0, err
	}
	return len(b), nil
}

// checkout writes the files of a revision to a temporary directory and returns
// the path of dir in it. Neither the user's files nor git's index are touched.
func checkout(ctx context.Context, dir, rev string) (at string, remove func(), err error) {
	dir, err = module.WorkDir(dir)
	if err != nil {
		return "", nil, err
	}
	top, err := git(ctx, dir, nil, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", nil, fmt.Errorf("%s is in no git repository: %w; use -baseline", dir, err)
	}
	if strings.HasPrefix(rev, "-") {
		return "", nil, fmt.Errorf("%q is no revision; name a commit, branch or tag", rev)
	}
	commit, err := git(ctx, dir, nil, "rev-parse", "--verify", "--quiet", rev+"^{commit}")
	if err != nil {
		return "", nil, fmt.Errorf("there is no revision %s; name a commit, branch or tag that git log shows", rev)
	}
	below, err := git(ctx, dir, nil, "rev-parse", "--show-prefix")
	if err != nil {
		return "", nil, err
	}
	tmp, err := os.MkdirTemp("", "deadlocklint-since-")
	if err != nil {
		return "", nil, fmt.Errorf("cannot make a temporary directory: %w; set TMPDIR", err)
	}
	remove = func() { _ = os.RemoveAll(tmp) } // in the temporary directory
	index := []string{"GIT_INDEX_FILE=" + filepath.Join(tmp, "index")}
	tree := filepath.Join(tmp, "tree")
	_, err = git(ctx, top, index, "read-tree", commit)
	if err == nil {
		_, err = git(ctx, top, index, "checkout-index", "--all", "--prefix="+tree+string(filepath.Separator))
	}
	if err != nil {
		remove()
		return "", nil, fmt.Errorf("%s could not be written to a temporary directory: %w; free some space in %s", rev, err, os.TempDir())
	}
	at = filepath.Join(tree, filepath.FromSlash(below))
	if _, err := os.Stat(at); err != nil {
		remove()
		return "", nil, fmt.Errorf("%s has no directory %s; name a later revision", rev, below)
	}
	return at, remove, nil
}

// git runs a git command and returns the first line it prints. It runs no hook: a
// repository from elsewhere may have some. Filters run, since files are wrong without.
func git(ctx context.Context, dir string, env []string, args ...string) (string, error) {
	out, err := gitOutput(ctx, dir, env, args...)
	return strings.TrimSuffix(string(out), "\n"), err
}

// gitOutput is all that a git command prints.
func gitOutput(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false", "-c", "core.quotePath=false"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if text, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n"); err != nil && text != "" {
		err = errors.New(text)
	}
	return out.Bytes(), err
}
