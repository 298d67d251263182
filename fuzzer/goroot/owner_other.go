//go:build !unix

package goroot

import "io/fs"

func ownedByUs(fs.FileInfo) bool { return true }
