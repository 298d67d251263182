// Package cause makes one finding of the findings that have one cause.
//
// # How a datum flows
//
// Findings come from the source, from the lock graph, from trace programs, and from the ends of runs.
// [Twin] and [SameLines] look for the static finding about a candidate, before it is tried. [Source.Join] gives
// the findings of runs the reasons and ids of the static ones, and words static findings that no run has shown.
// [Unique] keeps one finding for each id, and [WithoutTold] drops findings that another stage tells better. Package output
// calls [Join] last: findings of one stuck state become one, and the summary counts causes.
//
// The package tries nothing and decides about no verdict. Ids come from package lockgraph.
package cause
