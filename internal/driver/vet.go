package driver

import "strings"

// CalledByVet reports whether the arguments are those with which the go
// command calls a vettool: -V=full for its version, -flags for its flags, and
// then the file that describes a package.
func CalledByVet(args []string) bool {
	for _, a := range args {
		if a == "-V=full" || a == "-flags" {
			return true
		}
	}
	return len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".cfg")
}
