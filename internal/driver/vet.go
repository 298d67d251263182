package driver

import "strings"

// CalledByVet reports whether the arguments are those with which the go
// command calls a vettool: -V=full alone for its version, -flags alone for its
// flags, and else flags and then the file that describes a package. No command
// of ours begins with a flag and ends with such a file.
func CalledByVet(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	if len(args) == 1 && (last == "-V=full" || last == "-flags") {
		return true
	}
	for _, a := range args[:len(args)-1] {
		if !strings.HasPrefix(a, "-") {
			return false
		}
	}
	return strings.HasSuffix(last, ".cfg")
}
