package missingunlock

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A lock that nobody releases is meant to stay locked when that is what it says beside it:
//
//	s.mu.Lock() // never unlocked: s must not be used again

// remarked reports whether a comment on the line of a lock speaks of its unlock.
func remarked(r *lockfacts.Reporter, pos token.Pos) bool {
	line := func(p token.Pos) int { return r.Pass.Fset.Position(p).Line }
	i := slices.IndexFunc(r.Pass.Files, func(f *ast.File) bool { return f.FileStart <= pos && pos < f.FileEnd })
	return i >= 0 && slices.ContainsFunc(r.Pass.Files[i].Comments, func(g *ast.CommentGroup) bool {
		return g.Pos() > pos && line(g.Pos()) == line(pos) && strings.Contains(strings.ToLower(g.List[0].Text), "unlock")
	})
}
