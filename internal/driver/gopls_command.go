package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/internal/gopls"
)

func goplsFlags(opt *gopls.Options) *flag.FlagSet {
	fs := flag.NewFlagSet("gopls", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&opt.Version, "version", "", "release of gopls; without it the newest one that the Go here can build, from "+gopls.Oldest+" on")
	fs.StringVar(&opt.Source, "source", "", "`directory` of a checkout of deadlocklint to take the checks from; without it the one that this program was built from, or its release")
	return fs
}

// runGopls builds the Go team's language server with our checks.
func runGopls(ctx context.Context, s Streams, args []string) error {
	if len(args) == 0 || args[0] != "install" {
		return Usage(errors.New("gopls knows one thing to do; run deadlocklint gopls install"))
	}
	var opt gopls.Options
	fs := goplsFlags(&opt)
	switch err := fs.Parse(args[1:]); {
	case errors.Is(err, flag.ErrHelp):
		return Help("gopls")
	case err != nil:
		return Usage(fmt.Errorf("%w; run deadlocklint help gopls", err))
	}
	if err := NoArguments("gopls install", fs.Args()); err != nil {
		return err
	}
	var err error
	if opt.Cache, err = goroot.CacheDir(); err != nil {
		return err
	}
	if opt.Release, err = release(&opt.Source); err != nil {
		return err
	}
	p := newProgress(s.Err)
	opt.Progress = func(what string) { p.say("%s", what) }
	res, err := gopls.Install(ctx, opt)
	p.done()
	if err != nil {
		return err
	}
	fmt.Fprint(s.Out, editorSettings(res))
	return nil
}

// release says where the checks come from: source is made absolute, or filled in
// where this program was built from a checkout that is still there.
func release(source *string) (string, error) {
	if *source != "" {
		abs, err := filepath.Abs(*source)
		if err == nil {
			_, err = os.Stat(filepath.Join(abs, "passes", "suite"))
		}
		if err != nil {
			return "", Usage(fmt.Errorf("-source: %w; name the directory of a checkout of deadlocklint", err))
		}
		*source = abs
		return "", nil
	}
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		root := filepath.Dir(filepath.Dir(filepath.Dir(file)))
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			*source = root
			return "", nil
		}
	}
	if v := version(); !strings.HasPrefix(v, "(") && !strings.Contains(v, "+") {
		return v, nil
	}
	return "", Usage(errors.New("this deadlocklint is no release, and the checkout that it was built from is gone; name one with -source"))
}

// editorSettings says what to do with the result.
func editorSettings(res *gopls.Result) string {
	return fmt.Sprintf(`gopls %[1]s with the checks of deadlocklint: %[2]s

VS Code   "go.alternateTools": {"gopls": %[2]q}
Neovim    vim.lsp.config("gopls", {cmd = {%[2]q}})
Emacs     (add-to-list 'eglot-server-programs '((go-mode go-ts-mode) . (%[2]q)))

The setting "analyses" of gopls switches checks on and off by their names:
deadlocklint explain lists them.
`, res.Version, res.Path)
}

// GoplsFlags are the flags of gopls install, for its documentation.
func GoplsFlags() *flag.FlagSet { return goplsFlags(new(gopls.Options)) }
