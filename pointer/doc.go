// Package pointer tells which places in memory a pointer of a Go program can
// point to, and whether two pointers can be the same. It is made for one
// question: can the lock at this call be the lock at that one? It stands in the
// place of golang.org/x/tools/go/pointer, which was removed.
//
// # Use
//
// Build the program with go/ssa and ssa.InstantiateGenerics, ask about values,
// look at the answers:
//
//	c := &pointer.Config{Mains: ssautil.MainPackages(pkgs), CallGraph: graph}
//	c.AddQuery(call.Common().Args[0]) // the receiver of a call of (*sync.Mutex).Lock
//	result, err := pointer.Analyze(c)
//	...
//	result.MayAlias(a, b)                        // false: never the same lock
//	result.Queries[a].PointsTo().Labels()        // new server.Store at store.go:12:7 .mu
//
// A [Label] is an allocation site, or a global, and the fields that lead from
// that object to the place. A site in a loop is one label for all objects made
// there, so equal labels do not mean equal objects; different labels always
// mean different ones, apart from those of kind [Unseen] and [Anything], which
// MayAlias takes for whatever they can be. Functions that return an object
// they made, and small ones, are taken apart by call, so that two calls of
// NewStore are two labels ([Label.Calls]).
//
// # How an answer comes about
//
//  1. reach.go: the functions that the roots reach, over calls as the call
//     graph says and over uses as a value.
//  2. reflect.go: which types reflection can have values of.
//  3. layout.go, objects.go: types become rows of cells, one for each field.
//  4. generate.go, interface.go, call.go, models.go, clones.go: instructions
//     become constraints.
//  5. demand.go: the constraints that the queries need.
//  6. solve.go, cycle.go, intset.go: the least solution of those.
//  7. api.go, answer.go: sets of cells become labels.
//
// system.go is the language between 4 and 5; it knows nothing of Go, and what
// follows it is compared with a naive solver on random systems.
//
// # Covered
//
// Whatever a value points to in a run is in its set, or is unseen and of the
// type of an unseen object in it, as far as the value flows through:
// assignments, fields, arrays and slices (all elements are one), maps (all keys
// and all elements), channels and select, copy and append, struct and array
// values, calls, go and defer, results, closures, method values and
// expressions, interfaces and type assertions, generics, panic and recover,
// range over functions, conversions between types of one structure, and
// package sync and sync/atomic (atomic.Pointer, atomic.Value, sync.Map,
// sync.Pool and what they are used for).
//
// Some of it is covered by objects that were not seen:
//   - parameters of roots, and of functions that only unseen code calls;
//   - results of functions without a body and of packages reflect, runtime and
//     syscall;
//   - what reflection returns, makes and stores, bounded by types, see
//     reflect.go;
//   - conversions from unsafe pointers, unless something of the wanted type lies
//     at that address, and from integers.
//
// [Pointer.Causes] says which of them a value went through.
//
// # Not covered
//
//   - A pointer to a pointer made from an unsafe one: stores through it are lost.
//     Pointers that came through one have the cause [UnsafeStore], are not
//     [Pointer.Covered], and may alias anything.
//   - What functions without a body (assembly, C, go:linkname) and those of
//     packages reflect, runtime and syscall store into memory they were given,
//     apart from what reflection stores.
//   - Types that only C or assembly converts to interfaces.
//   - Calls that the call graph lacks. A function that nothing reaches is not
//     analysed: see [Pointer.Analysed]; its values may be anything.
//   - Data races: a torn slice or interface can hold what nobody put into it.
//   - Bodies of generic functions: their instances are analysed.
//
// The answer does not know the order of statements nor, beyond the clones, from
// where a function was called.
//
// # Cost
//
// Time is cubic in the size of the slice in the worst case, as for all solvers
// of this kind. doc/design/030-pointer.md has the figures, the papers and where
// this package deviates from them.
package pointer
