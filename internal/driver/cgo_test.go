//go:build external

package driver

// This case needs a C compiler: script/ci/external.sh runs it.
func init() {
	badInputs = append(badInputs, badInput{
		name:  "cgo",
		files: []string{"c/c.go", "package c\n\n// static int one() { return 1; }\nimport \"C\"\n\nimport \"sync\"\n\ntype T struct{ mu sync.Mutex }\n\nfunc (t *T) F() int {\n\tt.mu.Lock()\n\tt.mu.Lock()\n\treturn int(C.one())\n}\n"},
		found: []string{"c"},
	})
}
