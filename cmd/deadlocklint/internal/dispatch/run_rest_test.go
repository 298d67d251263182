//go:build rest

package dispatch

import (
	"path/filepath"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// TestInterrupted: a server never ends by itself. The interrupt that ends it
// goes to the whole group, as from a terminal; the report is still made.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, programSource, "types.go", moduletest.Crossing("main", "plain", "exits", "panics", "reads", "serves", "paused", "handed"))
	cmd := process(t, dir, nil, "run", "-json", "-keep", filepath.Join(t.TempDir(), "rec"), ".", "server")
	o := interrupted(t, cmd)
	if o.confirmed() != "serves" || o.status != 3 {
		t.Errorf("exit status %d, confirmed %q: %s\n%s", o.status, o.confirmed(), o.err, o.out)
	}
}
