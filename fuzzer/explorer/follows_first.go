package explorer

import (
	"context"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// FollowsFirst makes the switches of an ending in the first run of a process, and reports whether that ends in the same way. A first run
// may have steps that no later one has, such as those of a sync.Once. The choices of the ending do not fit it then. The names of
// its switches do, since they name a goroutine and its operation. Files are kept below dir.
func FollowsFirst(ctx context.Context, t *record.Target, dir, test string, e *Ending) (bool, error) {
	a := &apart{target: t, dir: dir, test: test, ending: *e}
	list, size, err := a.switches(ctx, *e, nil, boundary.EnvSchedule+"="+e.Trail)
	if err != nil || size == nil {
		return false, err
	}
	a.ending.Fresh = true
	return a.try(ctx, list)
}
