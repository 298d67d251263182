// Package gopls builds the Go team's language server with the static checks
// in it: no gopls takes analyzers from outside.
//
// [Install] asks the go command which releases of gopls there are, takes the
// newest one that the user's Go can build, copies its source out of the module
// cache, adds one file to its package settings, which registers the checks, and
// builds it. What gopls requires stays at the versions that it was released
// with: it uses internal packages of golang.org/x/tools, which fit one version
// only. The result is kept under a name that says what went into it.
//
// Nothing of the user's is changed: neither the module that is being edited nor
// another gopls. The package starts no language server.
package gopls
