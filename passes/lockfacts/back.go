package lockfacts

import (
	"fmt"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Function literals are often kept by the object that they are about:
//
//	c.evicted = func() { c.remove() }
//	s.cache.OnEvict(func() { s.cache.Remove() })
//
// What the literal captures then leads to the object that keeps it, and whoever
// calls it through that object knows which object that is.

// backTo returns the place, as a function literal with such captured variables
// names it, of the object that slot belongs to: "F0->.cache->"; or "".
func backTo(slot syncop.Place, frees []Arg) string {
	owner, _, ok := ownerOf(slot)
	if !ok {
		return ""
	}
	path := withoutVersions(owner.Path)
	for i, f := range frees {
		if f.Content == nil || !f.Content.Known() || f.Content.Root != owner.Root {
			continue
		}
		if rest, ok := strings.CutPrefix(path, withoutVersions(f.Content.Path)); ok && !strings.Contains(rest, "[") {
			return fmt.Sprint("F", i, "->", rest)
		}
	}
	return ""
}

// withoutVersions drops from a path when the fields on it were read.
func withoutVersions(path string) string {
	for from := 0; ; {
		i := strings.Index(path[from:], "[t")
		if i < 0 {
			return path
		}
		i += from
		end := strings.IndexByte(path[i:], ']')
		if end < 0 || !strings.HasPrefix(path[i+end+1:], "->") || strings.HasSuffix(path[:i], "->") {
			from = i + 1 // an element
			continue
		}
		path = path[:i] + path[i+end+1:]
	}
}

// leadBack names what a literal finds below the object that keeps it by the
// way the caller has come to that object.
func (e environment) leadBack(p syncop.Place) syncop.Place {
	rest, ok := strings.CutPrefix(p.String(), e.back)
	if e.back == "" || !ok || !e.keeper.Known() {
		return p.Forget()
	}
	p.Root, p.Path = e.keeper.Root, e.keeper.Path+rest
	return p
}
