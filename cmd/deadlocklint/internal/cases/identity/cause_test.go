package identity

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/cases"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// TestOneCause: each command gives the one finding of a cause the same id, with and without the
// static checks, trace programs and other schedules.
func TestOneCause(t *testing.T) {
	for _, name := range []string{"cause_cache_close", "cause_ticket", "cause_late_answer"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := moduletest.Unpack(t, name)
			ids := map[string][]string{}
			for _, args := range [][]string{
				{"test", "-tries=10"}, {"test", "-tries=10", "-static=false"}, {"test", "-tries=10", "-static=false", "-explore=false"}, {"test", "-static=false", "-condvar=false"},
				{"explore", "-runs=200"},
			} {
				doc, _, _ := cases.Invoke(t, append([]string{args[0], "-C=" + dir, "-json"}, append(args[1:], ".")...)...)
				for _, f := range doc.Findings {
					if f.Status == "confirmed" || f.IsBlocked() && !f.Note {
						ids[f.ID] = append(ids[f.ID], strings.Join(args, " "))
					}
				}
			}
			if len(ids) != 1 {
				t.Errorf("ids %v, want one", ids)
			}
		})
	}
}
