package lockfacts

import (
	"fmt"
	"go/token"
	"path"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// SiteOf describes a position in a function of the package.
func (r *Reporter) SiteOf(f *Func, pos token.Pos) Site {
	s := Site{Func: f.Name, tok: pos}
	if pos.IsValid() {
		p := r.Pass.Fset.Position(pos)
		s.Pos = fmt.Sprintf("%s:%d", path.Join(syncop.PackagePath(r.Pass.Pkg), filepath.Base(p.Filename)), p.Line)
	}
	return s
}

func clip(via []Site) []Site { return via[:min(len(via), maxVia)] }
