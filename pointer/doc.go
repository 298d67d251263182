// Package pointer tells which places in memory a pointer of a Go program can point to,
// and whether two pointers can be the same. It is made for one question: can the lock
// at this call be the lock at that one? It replaces golang.org/x/tools/go/pointer,
// which was removed.
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
// A [Label] is an allocation site, or a global, and the fields that lead from that
// object to the place. A site in a loop is one label for all objects made there, so
// equal labels do not mean equal objects. Different labels always mean different
// objects, apart from labels of kind [Unseen] and [Anything]. MayAlias takes these for
// any object that they can be. Functions that return an object they made, and small
// functions, are analysed once for each call. So two calls of NewStore are two labels
// ([Label.Calls]).
//
// # How an answer comes about
//
//  1. reach.go: the functions that the roots reach, over calls as the call graph says
//     and over uses as a value.
//  2. reflect.go: which types reflection can have values of.
//  3. layout.go, objects.go: types become rows of cells, one for each field.
//  4. generate.go, interface.go, call.go, models.go, clones.go: instructions
//     become constraints.
//  5. demand.go: the constraints that the queries need.
//  6. solve.go, cycle.go, intset.go: the least solution of those.
//  7. api.go, answer.go: sets of cells become labels.
//
// system.go is the language between 4 and 5, and knows nothing of Go. Tests compare
// steps 5 and 6 with a naive solver on random systems.
//
// # Covered
//
// The set of a value has every object that the value points to in a run. An object that
// the analysis has not seen is in the set as an unseen object of its type. The analysis
// follows the value through:
//
//   - assignments, fields, struct and array values;
//   - arrays and slices (all elements are one), and maps (all keys and all elements),
//     with copy and append;
//   - channels and select;
//   - calls, go and defer, results, closures, method values and expressions, and range
//     over functions;
//   - interfaces and type assertions, generics, and conversions between types of one
//     structure;
//   - panic and recover;
//   - package sync and sync/atomic (atomic.Pointer, atomic.Value, sync.Map, sync.Pool
//     and their uses).
//
// Some of it is covered by unseen objects:
//   - parameters of roots, and of functions that only unseen code calls;
//   - results of functions without a body and of packages reflect, runtime and
//     syscall;
//   - objects that reflection returns, makes and stores, bounded by types, see
//     reflect.go;
//   - conversions from integers, and from unsafe pointers unless an object of the
//     wanted type lies at that address.
//
// [Pointer.Causes] says which of them a value went through.
//
// # Not covered
//
//   - A pointer to a pointer made from an unsafe one: stores through it are lost.
//     Pointers that came through one have the cause [UnsafeStore], are not
//     [Pointer.Covered], and may alias anything.
//   - Stores into arguments by functions without a body (assembly, C, go:linkname), and
//     by packages reflect, runtime and syscall. Stores by reflection are covered.
//   - Types that only C or assembly converts to interfaces.
//   - Calls that the call graph lacks. A function that nothing reaches is not
//     analysed: see [Pointer.Analysed]; its values may be anything.
//   - Data races: a torn slice or interface can hold a value that no statement put into
//     it.
//   - Bodies of generic functions: their instances are analysed.
//
// The answer does not depend on the order of statements. Beyond the clones, it does not
// depend on the call from which a function was entered.
//
// # Cost
//
// Time is cubic in the size of the slice in the worst case, as for all solvers of this
// kind. doc/design/030-pointer.md has the figures, the papers, and the deviations from
// them.
package pointer
