package lockfacts

import "strings"

// LeadAlike reports whether two access paths x and y are one object because p and q are one object. The same
// selectors may lead from p to x and from q to y. The last selectors of p and q, when they are the same, lead back to
// the objects before them. A pointer leads back only where its field alone holds the
// object: two connections may point to one server.
func (r *Result) LeadAlike(p, q, x, y string) bool {
	for {
		restX, ok := below(x, p)
		restY, also := below(y, q)
		if ok && also && restX == restY {
			return true
		}
		i, j := lastStep(p), lastStep(q)
		if i < 0 || j < 0 || p[i:] != q[j:] || p[i:] == "->" && !r.isOnlyHolder(p[:i]) {
			return false
		}
		p, q = p[:i], q[:j]
	}
}

// isOnlyHolder reports whether an access path is by a field that alone holds the object that it points to.
func (r *Result) isOnlyHolder(path string) bool { return r.apart[lastSelector(path)] == selfOnly }

// below are the selectors that lead from an access path to another one.
func below(path, from string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, from)
	return rest, ok && !strings.HasPrefix(from, "?") && (rest == "" || strings.ContainsRune(".-[", rune(rest[0])))
}

// lastStep is where the last selector of an access path begins, or -1.
func lastStep(path string) int {
	if rest, ok := strings.CutSuffix(path, "->"); ok {
		return len(rest)
	}
	return strings.LastIndexAny(path, ".[")
}
