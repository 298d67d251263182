package gopls

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/console"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
)

// Run builds the Go team's language server with our checks.
func Run(ctx context.Context, s command.Streams, args []string) error {
	own, rest, err := flags.Parse(flags.Gopls, args)
	if err != nil {
		return command.HelpOr("lsp", err)
	}
	if err := command.NoArguments("lsp gopls", rest); err != nil {
		return err
	}
	opt := Options{Version: own.Gopls.Version, Source: own.Gopls.Source}
	if opt.Cache, err = goroot.CacheDir(); err != nil {
		return err
	}
	if opt.Release, err = checkedOut(&opt.Source); err != nil {
		return err
	}
	p := console.NewProgress(s.Err)
	opt.Progress = func(what string) { p.Say("%s", what) }
	res, err := Install(ctx, opt)
	p.Done()
	if err != nil {
		return err
	}
	fmt.Fprint(s.Out, editorSettings(res))
	return nil
}

// checkedOut says where the checks come from: source is made absolute, or filled in
// where this program was built from a checkout that is still there.
func checkedOut(source *string) (string, error) {
	if *source != "" {
		abs, err := filepath.Abs(*source)
		if err == nil {
			_, err = os.Stat(filepath.Join(abs, "passes", "suite"))
		}
		if err != nil {
			return "", command.Usage(fmt.Errorf("-source: %w; name the directory of a checkout of deadlocklint", err))
		}
		*source = abs
		return "", nil
	}
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		root := filepath.Join(filepath.Dir(file), "..", "..", "..", "..") // this file is in cmd/deadlocklint/internal/gopls
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			*source = root
			return "", nil
		}
	}
	if v := command.Version(); !strings.HasPrefix(v, "(") && !strings.Contains(v, "+") {
		return v, nil
	}
	return "", command.Usage(errors.New("this deadlocklint is no release, and the checkout that it was built from is gone; name one with -source"))
}

// editorSettings says what to do with the result.
func editorSettings(res *Result) string {
	return fmt.Sprintf(`gopls %[1]s with the checks of deadlocklint: %[2]s

VS Code   "go.alternateTools": {"gopls": %[2]q}
Neovim    vim.lsp.config("gopls", {cmd = {%[2]q}})
Emacs     (add-to-list 'eglot-server-programs '((go-mode go-ts-mode) . (%[2]q)))

The setting "analyses" of gopls switches checks on and off by their names:
deadlocklint help checks lists them.
`, res.Version, res.Path)
}
