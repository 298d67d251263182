package lockfacts

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Objects that another one holds often lead back to it:
//
//	c := &Conn{srv: s}
//	s.conns[id] = c
//
// Then s.conns[id].srv is s, which no path of selectors tells. Owners are the
// pairs of fields (".conns", ".srv") for which this holds wherever one function
// sees both stores; a single place where the two objects differ refutes the
// pair. The pointer back may also be the address of a field of the owner
// (c.mu = &s.mu): then the pair tells the field. A method value that is given to
// the stored object leads back just as well.

// mutual begins the key of a field by which two objects point to each other.
const mutual = "m"

// maxBack is how many selectors the way back has.
const maxBack = 3

// ownersOf collects the pairs that the stores of a package show. named gives the
// access paths of a function equal names when they are one object, and made is the registers of the
// objects that it makes: no two of these are one. It returns the pairs that lead to the object in a field of
// the owner, and the stores with the names.
func (c *content) ownersOf(writes map[string][]HeapWrite, named func(fn string, p syncop.AccessPath) syncop.AccessPath, made func(fn string) map[string]bool, apart func(fn, field string) bool) (fieldAliases, map[string][]HeapWrite) {
	found, all := fieldAliases{}, map[string][]HeapWrite{}
	for fn, list := range writes {
		news := made(fn)
		list = slices.Clone(list)
		for i := range list {
			list[i].Slot, list[i].Val = named(fn, list[i].Slot), named(fn, list[i].Val)
		}
		all[fn] = list
		for i := range list {
			for j := range list {
				if t, reads, ok := c.pair(list, &list[i], &list[j], news, func(field string) bool { return apart(fn, field) }); ok {
					found.add(t, fn, reads)
				}
			}
		}
	}
	return found, all
}

// pair compares the owner in the store up with the object that down stores in it, both in a list. It tells
// when a field of the owner holds that object, and whether the field was read.
func (c *content) pair(list []HeapWrite, down, up *HeapWrite, news map[string]bool, apart func(field string) bool) (t fieldAlias, reads, is bool) {
	child := down.Val
	if down.Fn != "" || !child.Known() || up.Slot.Root != child.Root || !strings.HasPrefix(up.Slot.Path, child.Path) {
		return t, false, false
	}
	back := up.Slot.Path[len(child.Path):]
	if back == "" || back[0] != '.' || strings.ContainsAny(back, "[>") || strings.Count(back, ".") > maxBack {
		return t, false, false
	}
	owner, kids, ok := ownerOf(down.Slot)
	if !ok || up.Fn != "" && !up.Meth {
		return t, false, false
	}
	key := kids + " " + back
	if up.Fn != "" {
		key = "f" + key
	}
	part, self := partOf(owner, up.Val)
	if !self && up.Fn == "" && isField(back) && up.Val.Known() {
		if field, reads := heldToo(list, owner, up.Val); field != "" && field != kids {
			return fieldAlias{kids, back, field}, reads, true
		}
	}
	to := ""
	switch {
	case self && (part == "" || up.Fn == ""):
		to = selfOnly + part
	case isStable(owner) && isStable(up.Val), news[owner.String()] && news[up.Val.String()]: // else they may be one object in spite of two names
		to = selfOther
	default:
		return t, false, false
	}
	c.noteOwner(key, to)
	if kids == back && down != up { // not by an object that points to itself
		if apart(kids) {
			to = selfOther
		}
		c.noteOwner(mutual+key, to)
	}
	return t, false, false
}

// madeIn returns the access paths of the objects that a function makes.
func (a *analyzer) madeIn(key string) map[string]bool {
	news := map[string]bool{}
	if fn := a.byKey[key]; fn != nil {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if al, ok := in.(*ssa.Alloc); ok {
					news["L"+al.Name()] = true
				}
			}
		}
	}
	return news
}

// partOf returns the selectors of the field of an object whose address a value is, ""
// for that of the object itself.
func partOf(owner, val syncop.AccessPath) (part string, ok bool) {
	if owner.Root != val.Root {
		return "", false
	}
	part, ok = strings.CutPrefix(val.Path, owner.Path)
	return part, ok && (part == "" || part[0] == '.' && !strings.ContainsAny(part, "[>"))
}

// ownerOf cuts a slot into the object that it belongs to and the field.
func ownerOf(slot syncop.AccessPath) (owner syncop.AccessPath, field string, ok bool) {
	path := slot.Path
	for {
		switch {
		case strings.HasSuffix(path, "->"):
			path = path[:len(path)-2]
			continue
		case strings.HasSuffix(path, "]"):
			path = path[:strings.LastIndexByte(path, '[')]
			continue
		}
		break
	}
	i := strings.LastIndexByte(path, '.')
	if i < 0 || slot.Root == "G" || !slot.Known() {
		return slot, "", false
	}
	owner = slot
	owner.Path, owner.Types, owner.Var = path[:i], "", ""
	return owner, path[i:], true
}

// owned replaces the way down to a child and back by the object itself.
func (c *content) owned(p syncop.AccessPath) syncop.AccessPath {
	if len(c.Owners) == 0 || !strings.Contains(p.Path, "->.") {
		return p
	}
	from := 0
	for {
		i := strings.Index(p.Path[from:], "->")
		if i < 0 {
			return p
		}
		end := from + i + 2
		if at, part, ok := c.wayBack(p.Root, p.Path[:end], ""); ok {
			p.Path = p.Path[:at] + part + p.Path[end:]
			from = at
			if !strings.HasSuffix(part, "->") {
				from += len(part)
			}
		} else {
			from = end
		}
	}
}

// wayBack returns where the path of the owner ends, if a path that ends in
// "->" leads down from it and back, and to which part of it.
func (c *content) wayBack(root, path, prefix string) (at int, part string, ok bool) {
	path = strings.TrimSuffix(path, "->")
	if strings.HasSuffix(path, "]") { // a field that changes
		path = path[:strings.LastIndexByte(path, '[')]
	}
	split := len(path)
	for range maxBack {
		split = strings.LastIndexByte(path[:split], '.')
		if split <= 0 || strings.ContainsAny(path[split:], "[>") {
			return 0, "", false
		}
		owner, kids, ok := ownerOf(syncop.AccessPath{Root: root, Path: path[:split]})
		if !ok || strings.HasSuffix(path[:split], kids) {
			continue
		}
		if part, ok := strings.CutPrefix(c.Owners[prefix+kids+" "+path[split:]], selfOnly); ok {
			return len(owner.Path), part, true
		}
	}
	return 0, "", false
}

// bound returns the receiver of a method value that is called through a field
// of an object that its receiver keeps.
func (c *content) boundTo(p syncop.AccessPath, types string) (syncop.AccessPath, bool) {
	at, part, ok := c.wayBack(p.Root, p.Path, "f")
	if !ok || part != "" {
		return p, false
	}
	return syncop.AccessPath{Root: p.Root, Path: p.Path[:at], Types: types}, true
}

// pointApart reports whether a function has stores that make two objects point to each other by a field, but never both: they are in
// two branches, or another store to the field of the first object comes in between.
func (a *analyzer) pointApart(key, field string) bool {
	fn := a.byKey[key]
	if fn == nil {
		return false
	}
	var list []*ssa.Store
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if st, ok := in.(*ssa.Store); ok {
				if fa, ok := st.Addr.(*ssa.FieldAddr); ok && a.selector(fn, fa) == field {
					list = append(list, st)
				}
			}
		}
	}
	of := func(st *ssa.Store) syncop.AccessPath { return a.frame(fn).AccessPath(st.Addr.(*ssa.FieldAddr).X) }
	val := func(st *ssa.Store) syncop.AccessPath { return a.frame(fn).AccessPath(st.Val) }
	found := false
	for _, st := range list {
		for _, also := range list {
			if st == also || !of(st).Same(val(also)) || !of(also).Same(val(st)) {
				continue
			}
			found = true
			if syncop.CanReachAvoiding(st, also, func(in ssa.Instruction) bool {
				over, ok := in.(*ssa.Store)
				return ok && slices.Contains(list, over) && of(over).Same(of(st))
			}) {
				return false
			}
		}
	}
	return found
}

func (list fieldAliases) add(t fieldAlias, fn string, reads bool) {
	if list[t] == nil {
		list[t] = map[string]bool{}
	}
	list[t][fn] = list[t][fn] || reads
}

// isField reports whether a way is that to one field.
func isField(way string) bool {
	return strings.HasPrefix(way, ".") && strings.Count(way, ".") == 1 && !strings.ContainsAny(way, "[>")
}

// heldToo returns the field of the owner that holds what is stored in one of its children, "" if
// there is none, and whether that has been read there.
func heldToo(list []HeapWrite, owner, val syncop.AccessPath) (field string, reads bool) {
	if way, ok := strings.CutPrefix(withoutVersions(val.Path), owner.Path); ok && val.Root == owner.Root {
		if field, ok := strings.CutSuffix(way, "->"); ok && isField(field) {
			return field, true
		}
	}
	for i := range list {
		k := &list[i]
		if k.Fn != "" || !k.Val.Known() || k.Val.Root != val.Root || k.Val.Path != val.Path || k.Slot.Root != owner.Root {
			continue
		}
		way, ok := strings.CutPrefix(strings.TrimSuffix(k.Slot.Path, "->"), owner.Path)
		if ok && isField(way) && (field == "" || way < field) {
			field = way
		}
	}
	return field, false
}
