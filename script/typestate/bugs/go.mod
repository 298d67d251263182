// Keeps the drivers out of the main module: each of them needs a module of its
// own, which bugs.sh makes from its go.mod.buggy or go.mod.fixed.
module example.com/protocolbugs

go 1.24
