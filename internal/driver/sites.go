package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/instrument/sites"
)

// withCalls returns build flags with an overlay in which the same calls are told.
func (se *session) withCalls(ctx context.Context, build []string, opt sites.Options) ([]string, error) {
	rest, user := takeOverlay(build)
	opt.User = user
	table, err := se.callSites(ctx, opt)
	if err != nil {
		return nil, err
	}
	return append(rest, "-overlay="+table.Overlay), nil
}

// callSites rewrites the calls into a directory of the session.
func (se *session) callSites(ctx context.Context, opt sites.Options) (*sites.Table, error) {
	se.progress.say("looking for call sites")
	opt.Dir, opt.Out = se.work, filepath.Join(se.dir, "calls")
	if err := os.MkdirAll(opt.Out, 0o700); err != nil {
		return nil, fmt.Errorf("cannot keep changed copies: %w; free some space in %s", err, se.dir)
	}
	return sites.Rewrite(ctx, opt)
}
