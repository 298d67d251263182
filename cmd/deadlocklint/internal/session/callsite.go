package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/instrument/sites"
)

// WithCalls returns build flags with an overlay in which the same calls are told.
func (se *Session) WithCalls(ctx context.Context, build []string, opt sites.Options) ([]string, error) {
	rest, user := takeOverlay(build)
	opt.User = user
	table, err := se.CallSites(ctx, opt)
	if err != nil {
		return nil, err
	}
	return append(rest, "-overlay="+table.Overlay), nil
}

// CallSites rewrites the calls into a directory of the session.
func (se *Session) CallSites(ctx context.Context, opt sites.Options) (*sites.Table, error) {
	se.Progress.Say("looking for call sites")
	opt.Dir, opt.Out, opt.Lists = se.Work, filepath.Join(se.Dir, "calls"), se.Lists
	if err := os.MkdirAll(opt.Out, 0o700); err != nil {
		return nil, fmt.Errorf("cannot keep changed copies: %w; free some space in %s", err, se.Dir)
	}
	table, err := sites.Rewrite(ctx, opt)
	if err == nil || opt.User == "" || ctx.Err() != nil {
		return table, err
	}
	// The overlay may be that of conditions. Its files import a package that only the
	// shadow has. The flags are those of the build that follows, so that the standard library is compiled once.
	opt.Env = se.environ(nil)
	if table, shadowErr := sites.Rewrite(ctx, opt); shadowErr == nil {
		return table, nil
	}
	return nil, err
}
