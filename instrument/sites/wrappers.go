package sites

import (
	"bytes"
	"fmt"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A shape has the properties on which a wrapper depends.
type shape struct {
	params, results int
	variadic        bool
	err             bool // the last result is an error
	once            bool // the receiver is given once, and the method as an expression
}

func (s shape) name() string {
	name := fmt.Sprintf("%s%d_%d", trace.CallWrapper, s.params, s.results)
	if s.variadic {
		name += "v"
	}
	if s.err {
		name += "e"
	}
	if s.once {
		name += "o"
	}
	return name
}

// IsWrapper reports whether Rewrite adds the file: its functions stand between a call and
// its method.
func IsWrapper(file string) bool {
	return strings.HasPrefix(filepath.Base(file), "zz_deadlocklint_calls")
}

// wrappers are those that a package needs.
type wrappers struct{ used map[shape]bool }

// use returns the shape of a signature.
func (w *wrappers) use(sig *types.Signature, once bool) shape {
	s := shape{params: sig.Params().Len(), results: sig.Results().Len(), variadic: sig.Variadic(), once: once}
	if s.results > 0 {
		s.err = types.Identical(sig.Results().At(s.results-1).Type(), types.Universe.Lookup("error").Type())
	}
	w.used[s] = true
	return s
}

const preamble = `//go:build go1.21

package %s

import (
	_ "sync"
	_ "unsafe"
)

//go:linkname deadlocklintStart sync.dlCallStart
func deadlocklintStart(site uint16, x any) uint64

//go:linkname deadlocklintStop sync.dlCallStop
func deadlocklintStop(site uint16, call uint64, returned bool, err error)
`

func (w *wrappers) file(pkg string) []byte {
	return append(fmt.Appendf(nil, preamble, pkg), w.functions("")...)
}

// functions writes the wrappers that are not in a text yet.
func (w *wrappers) functions(text string) []byte {
	var b bytes.Buffer
	shapes := slices.SortedFunc(maps.Keys(w.used), func(a, b shape) int { return strings.Compare(a.name(), b.name()) })
	for _, s := range shapes {
		if !strings.Contains(text, "func "+s.name()+"[") && !strings.Contains(text, "func "+s.name()+"(") {
			s.write(&b)
		}
	}
	return b.Bytes()
}

// write writes the wrapper. It returns a function of the same type as f, so that
// arguments are converted and results used as in the call it stands for.
func (s shape) write(b *bytes.Buffer) {
	var tparams, params, args, rtypes, results, names []string
	for i := range s.params {
		tparams = append(tparams, fmt.Sprintf("A%d", i))
		dots := ""
		if s.variadic && i == s.params-1 {
			dots = "..."
		}
		params = append(params, fmt.Sprintf("a%d %sA%d", i, dots, i))
		args = append(args, fmt.Sprintf("a%d%s", i, dots))
	}
	errName := "nil"
	for i := range s.results {
		typ := fmt.Sprintf("R%d", i)
		if s.err && i == s.results-1 {
			typ, errName = "error", fmt.Sprintf("r%d", i)
		} else {
			tparams = append(tparams, typ)
		}
		rtypes = append(rtypes, typ)
		results = append(results, fmt.Sprintf("r%d %s", i, typ))
		names = append(names, fmt.Sprintf("r%d", i))
	}
	generic := ""
	if len(tparams) > 0 {
		generic = "[" + strings.Join(tparams, ", ") + " any]"
	}
	sig := fmt.Sprintf("func(%s) (%s)", strings.Join(params, ", "), strings.Join(rtypes, ", "))
	of, f, x := "any", sig, ""
	if s.once {
		generic = "[" + strings.Join(append([]string{"X"}, tparams...), ", ") + " any]"
		of, f, x = "X", fmt.Sprintf("func(%s) (%s)", strings.Join(append([]string{"x X"}, params...), ", "), strings.Join(rtypes, ", ")), "x"
	}
	args = append(strings.Fields(x), args...)
	fmt.Fprintf(b, "\nfunc %s%s(site uint16, x %s, f %s) %s {\n", s.name(), generic, of, f, sig)
	fmt.Fprintf(b, "\treturn func(%s) (%s) {\n\t\tcall := deadlocklintStart(site, x)\n", strings.Join(params, ", "), strings.Join(results, ", "))
	fmt.Fprintf(b, "\t\treturned := false\n\t\tdefer func() { deadlocklintStop(site, call, returned, %s) }()\n", errName)
	assign := ""
	if s.results > 0 {
		assign = strings.Join(names, ", ") + " = "
	}
	fmt.Fprintf(b, "\t\t%sf(%s)\n\t\treturned = true\n\t\treturn\n\t}\n}\n", assign, strings.Join(args, ", "))
}
