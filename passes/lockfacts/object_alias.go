package lockfacts

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

// norm gives equal names to access paths of a function that are the same object.
func (k *heapAnalysis) norm(frame *syncop.Frame, owned func(syncop.AccessPath) syncop.AccessPath) func(syncop.AccessPath) syncop.AccessPath {
	key := syncop.Key(frame.Fn)
	if len(k.alias[key]) == 0 {
		return owned
	}
	return func(p syncop.AccessPath) syncop.AccessPath { return owned(asReturned(frame, k.aliased(key, p))) }
}

// asReturned is an access path below the result of a call by the name that is known for the result: stores
// are remembered before the results of calls are known.
func asReturned(frame *syncop.Frame, p syncop.AccessPath) syncop.AccessPath {
	if !strings.HasPrefix(p.Root, "L") {
		return p
	}
	for v, known := range frame.Results {
		if p.Root == "L"+v.Name() {
			return p.Under(known, nil)
		}
	}
	return p
}

// canonical is an access path of a HeapWrite of a function, by the same name as in its other heap writes.
func (k *heapAnalysis) canonical(key string, p syncop.AccessPath) syncop.AccessPath {
	p = k.aliased(key, p)
	if r, ok := k.made[key][p.Root]; ok {
		p.Root = r
	}
	return p
}

// aliased is an access path of a function, where it leads through the field of a local object,
// by the name of the object that was stored in that field.
func (k *heapAnalysis) aliased(key string, p syncop.AccessPath) syncop.AccessPath {
	alias := k.alias[key]
	if len(alias) == 0 || !strings.HasPrefix(p.Root, "L") {
		return p
	}
	for i := 0; i < len(p.Path); i++ {
		n := strings.Index(p.Path[i:], "->")
		if n < 0 {
			break
		}
		i += n
		if to := alias[p.Root+p.Path[:i]]; to.Known() {
			rest := p.Path[i+2:]
			if p.Root, p.Path = to.Root, to.Path+rest; rest == "" && !strings.Contains(to.Types+p.Types, form.Bar) {
				p.Types = to.Types // of the dynamic value, where it is an interface
			}
			break
		}
	}
	return p
}

// noteAlias remembers what a field of a local object holds, unless it is given
// more than one thing.
func (k *heapAnalysis) noteAlias(key string, write HeapWrite) {
	slot := write.Slot.String()
	if !strings.HasPrefix(slot, "L") || strings.ContainsAny(write.Slot.Path, "[>") || write.Slot.Path == "" || write.Fn != "" {
		return
	}
	if k.alias[key] == nil {
		k.alias[key] = map[string]syncop.AccessPath{}
	}
	if old, ok := k.alias[key][slot]; ok && (old.Root != write.Val.Root || old.Path != write.Val.Path) {
		write.Val = syncop.AccessPath{}
	}
	k.alias[key][slot] = write.Val
}
