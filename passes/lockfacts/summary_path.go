package lockfacts

import (
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// above is the root of access paths in the object that has another one, which holds a literal, in a
// field: no path of selectors leads there, but it is as well known as that one.
//
//	a.store.onDelete = func() { a.mu.Lock() … }
func above(keeper syncop.AccessPath) string {
	name := fnv.New32a()
	name.Write([]byte(keeper.String()))
	return fmt.Sprintf("L^%x", name.Sum32())
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

func lastSelector(path string) string {
	path = strings.TrimSuffix(path, "->")
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return path[i:]
	}
	return ""
}

func splitPath(full string) (root, path string) {
	i := strings.IndexFunc(full, func(r rune) bool { return r == '.' || r == '-' || r == '[' })
	if i < 0 {
		return full, ""
	}
	return full[:i], full[i:]
}

// holderOf returns the field through which the object of a lock is reached, and
// whether it is a pointer.
func holderOf(full string) (sel string, pointer bool) {
	i := strings.LastIndexByte(full, '.')
	if i < 0 {
		return "", false
	}
	path := full[:i]
	if pointer = strings.HasSuffix(path, "->"); pointer {
		path = strings.TrimSuffix(path, "->")
		if strings.HasSuffix(path, "]") { // an element, or a field that changes
			path = path[:strings.LastIndexByte(path, '[')]
			if strings.HasSuffix(path, "->") {
				return "", true
			}
		}
	}
	if strings.HasSuffix(path, "]") {
		return "", pointer
	}
	return lastSelector(path), pointer
}
