package goroot

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The compiler turns calls of sync/atomic into instructions, unless told
// otherwise for the calling package. The standard library is not told: its own
// atomics are its affair, but for the packages that hold
// variables of the user. With -race the compiler inserts calls for memory
// accesses, which are the recorder's when the program is not built with the
// race detector; for sync/atomic itself it only leaves calls alone. It also
// brings checks of unsafe pointers, which a program natively does without.
const (
	callAtomics  = "-d=ssa/intrinsics/off"
	callAccesses = "-race -d=checkptr=0"
)

// variables are the packages whose own atomics are visible to their users.
var variables = []string{"expvar", "log", "log/slog"}

// containers are the packages whose memory is that of their users' data.
var containers = []string{"bufio", "bytes", "container/heap", "container/list", "container/ring", "reflect", "strings"}

// RecordsMemory reports whether accesses of memory in a package of the standard library are
// recorded with -memory.
func RecordsMemory(pkg string) bool {
	return slices.Contains(variables, pkg) || slices.Contains(containers, pkg)
}

// IsContainer reports whether the objects of a package of the standard library are those of its callers.
func IsContainer(pkg string) bool { return slices.Contains(containers, pkg) }

// Gcflags returns the values of -gcflags with which the recorder sees atomics,
// and with memory set accesses of plain memory too. Of several that match a
// package the go command takes the last.
func Gcflags(memory bool) []string {
	flag := callAtomics
	if memory {
		flag = callAccesses
	}
	list := []string{"all=" + flag, "std=", "sync/atomic=" + callAccesses}
	for _, p := range variables {
		list = append(list, p+"="+flag)
	}
	if memory {
		for _, p := range containers {
			list = append(list, p+"="+flag)
		}
	}
	return list
}

// MergeGcflags adds the values of [Gcflags] to the user's, so that a package
// gets the flags that the user has for it, and ours.
func (s *Shadow) MergeGcflags(user []string, memory bool) []string {
	ours := s.withTrees(Gcflags(memory))
	merged := append([]string(nil), ours...)
	for _, u := range user {
		pattern, flags := splitPattern(u)
		switch {
		case pattern == "all" || pattern == "std":
			for _, o := range ours {
				p, f := splitPattern(o)
				if p != "all" || pattern == "all" {
					merged = append(merged, p+"="+strings.TrimSpace(flags+" "+f))
				}
			}
		case s.isStandard(pattern):
			merged = append(merged, u)
		default:
			_, f := splitPattern(ours[0])
			merged = append(merged, strings.TrimSuffix(u, flags)+strings.TrimSpace(flags+" "+f))
		}
	}
	return merged
}

// withTrees has each pattern for the standard library in place of "std".
func (s *Shadow) withTrees(values []string) (list []string) {
	for _, v := range values {
		p, f := splitPattern(v)
		if p != "std" {
			list = append(list, v)
			continue
		}
		for _, tree := range s.standard() {
			list = append(list, tree+"="+f)
		}
	}
	return list
}

// WritesOf returns the text to append to the values of -gcflags of a build, so that the
// recorder sees the writes of these packages. No function of them is inlined: an
// inlined function is compiled with the flags of the package around the call.
func WritesOf(build, packages []string) (more []string) {
	for _, path := range packages {
		flags := ""
		for _, v := range build {
			if p, f := splitPattern(v); matches(p, path) {
				flags = f
			}
		}
		more = append(more, path+"="+strings.TrimSpace(flags+" "+callAccesses+" -l=1"))
	}
	return more
}

// matches reports whether a pattern of -gcflags is about a package outside of the
// standard library. A pattern for the packages on the command line counts as no match.
func matches(pattern, path string) bool {
	prefix, tree := strings.CutSuffix(pattern, "/...")
	return pattern == "all" || prefix == path || tree && strings.HasPrefix(path, prefix+"/")
}

// splitPattern takes "pattern=flags" apart as the go command does.
func splitPattern(value string) (pattern, flags string) {
	value = strings.TrimSpace(value)
	if value == "" || value[0] == '-' {
		return "", value
	}
	pattern, flags, _ = strings.Cut(value, "=")
	return pattern, flags
}

func (s *Shadow) isStandard(pattern string) bool {
	if pattern == "" || strings.HasPrefix(pattern, ".") {
		return false
	}
	if pattern == "cmd" {
		return true
	}
	_, err := os.Stat(filepath.Join(s.Dir, "src", strings.TrimSuffix(pattern, "/...")))
	return err == nil
}
