package typestate

import "slices"

// Without is the recording without the objects on which all calls were made in some tests, and without pairs.
func (r *Recording) Without(isOut func(test string) bool) *Recording {
	rest := *r
	rest.objects, rest.order, rest.Calls, rest.pairs = map[uint64][]*Call{}, nil, nil, map[string][]Pair{}
	for _, o := range r.order {
		calls := r.objects[o]
		if slices.ContainsFunc(calls, func(c *Call) bool { return !isOut(c.Test) }) {
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
