package interleaving

import "github.com/deadlocklint/deadlocklint/passes/lockfacts"

// Analyzer is the check for drivers that take one variable from each package,
// such as Bazel's nogo. All checks share one instance of lockfacts.
var Analyzer = New(lockfacts.Analyzer)
