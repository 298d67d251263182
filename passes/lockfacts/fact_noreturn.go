package lockfacts

import (
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// noReturn reports whether a function of another package never returns to its caller. Of the layers
// below only that of its package is read.
func (k *known) noReturn(fn *types.Func) bool {
	if syncop.Ends(fn) {
		return true
	}
	if fn.Pkg() == nil || stdlib.Is(fn.Pkg().Path()) {
		return false
	}
	for _, l := range k.layers[syncop.PackagePath(fn.Pkg())] {
		if l.unpack() == nil && l.NoReturn[syncop.ObjectKey(fn)] { // a damaged layer is reported where it is needed
			return true
		}
	}
	return false
}

// callable are the names of functions, of those that other packages may call.
func callable(funcs map[*types.Func]bool) map[string]bool {
	names := map[string]bool{}
	for fn := range funcs {
		if fn.Exported() {
			names[syncop.ObjectKey(fn)] = true
		}
	}
	return names
}

// exportNoReturn publishes of a package that is not looked at which functions never return: those that
// help tests are seldom such as lock something.
func exportNoReturn(pass *analysis.Pass, others map[string]*Fact) error {
	if load.IsStdlib(pass) {
		return nil
	}
	k, err := layersBelow(pass, others)
	if err != nil {
		return err
	}
	never := callable(load.NoReturn(pass, k.noReturn))
	if len(never) == 0 {
		return nil
	}
	own := newLayer(syncop.PackagePath(pass.Pkg))
	own.NoReturn = never
	k.layers[own.pkg] = append(k.layers[own.pkg], own)
	pass.ExportPackageFact(k.fact())
	return nil
}
