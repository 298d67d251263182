package typestate

import "slices"

// Without is the recording without the objects of some tests, and without pairs. Calls outside of tests, such as those of a timer or of
// init, do not keep an object that such a test uses. Calls of another test do.
func (r *Recording) Without(isOut func(test string) bool) *Recording {
	rest := *r
	rest.objects, rest.order, rest.Calls, rest.pairs = map[uint64][]*Call{}, nil, nil, map[string][]Pair{}
	for _, o := range r.order {
		calls := r.objects[o]
		isOfThem := slices.ContainsFunc(calls, func(c *Call) bool { return isOut(c.Test) })
		if !isOfThem || slices.ContainsFunc(calls, func(c *Call) bool { return c.Test != "" && !isOut(c.Test) }) {
			rest.objects[o], rest.order = calls, append(rest.order, o)
		}
	}
	for _, c := range r.Calls {
		if rest.objects[c.Object] != nil {
			rest.Calls = append(rest.Calls, c)
		}
	}
	return &rest
}
