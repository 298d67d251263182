// Package syncop reads synchronisation out of SSA form: the operation of package
// trace, its object, and the name of that object.
//
// # How a datum flows
//
// A [Frame] belongs to one function. [Frame.AccessPath] turns a value into an [AccessPath]. An
// access path has a root (parameter, free variable, global, register) and the selectors below
// it. It also has the path of types from which trace.ClassOf derives the lock class. So
// the static and the dynamic side give a lock one name.
//
// When a caller uses the summary of a function, [AccessPath.Under] re-roots its access paths below
// the arguments. [OpOf] recognises the operations of package sync, also through
// interfaces with the methods Lock and Unlock. [Ends] recognises the functions that
// never return.
//
// # Limits
//
// An [AccessPath] is symbolic. Two equal access paths are the same object only as
// long as no other code assigns to the fields on the way. Fields that the function
// itself assigns to are not followed. Nothing is known about objects behind unsafe,
// reflection and linkname.
package syncop
