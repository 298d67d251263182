package goroot

import "fmt"

// patchRand lets an exploration choose what top-level functions draw. A generator with a seed of its own has another source.
func patchRand(s *splicer) {
	for name, result := range map[string]string{"Int31n": "int32", "int31n": "int32", "Int63n": "int64"} {
		s.prologue("Rand", name, drawn("n > 0", "*runtimeSource", result))
	}
	s.prologue("runtimeSource", "Int63", "if v, ok := dlDraw(0); ok { return int64(v & rngMask) }")
	s.prologue("runtimeSource", "Uint64", "if v, ok := dlDraw(0); ok { return v }")
}

// patchRandV2 is patchRand for the second version of the package.
func patchRandV2(s *splicer) {
	for name, result := range map[string]string{"uint32n": "uint32", "uint64n": "uint64"} {
		s.prologue("Rand", name, drawn("n > 0", "runtimeSource", result))
	}
	s.prologue("runtimeSource", "Uint64", "if v, ok := dlDraw(0); ok { return v }")
}

// drawn returns the number that a strategy has chosen below n, where the source is that of the top-level functions.
func drawn(cond, source, result string) string {
	return fmt.Sprintf("if %s { if _, top := r.src.(%s); top { if v, ok := dlDraw(uint64(n)); ok { return %s(v) } } }", cond, source, result)
}
