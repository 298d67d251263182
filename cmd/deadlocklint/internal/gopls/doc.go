// Package gopls builds the Go team's language server with the static checks
// in it: no gopls takes analyzers from outside.
//
// [Install] asks the go command for the releases of gopls and takes the newest
// release that the user's Go can build. It copies the source out of the module
// cache, adds a file to package settings that registers the checks, and builds it.
// The requirements of gopls stay at the versions of its release. It uses internal
// packages of golang.org/x/tools, which fit one version only. The name of the result
// has the versions of its parts.
//
// Nothing of the user's is changed: neither the module that is being edited nor
// another gopls. The package starts no language server.
package gopls
