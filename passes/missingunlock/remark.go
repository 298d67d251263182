package missingunlock

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A lock that no function releases is meant to stay locked when a comment says so. The comment is beside it, or after it
// where it would be released:
//
//	s.mu.Lock() // never unlocked: s must not be used again
//
//	s.mu.Lock()
//	s.wg.Wait()
//	// s.mu is not unlocked, so that no goroutine adds to s.wg any more.

// remarked reports whether a comment on the line of a lock speaks of its unlock, or one after it in the function
// denies it.
func remarked(r *lockfacts.Reporter, f *lockfacts.Func, pos token.Pos) bool {
	line := func(p token.Pos) int { return r.Pass.Fset.Position(p).Line }
	i := slices.IndexFunc(r.Pass.Files, func(f *ast.File) bool { return f.FileStart <= pos && pos < f.FileEnd })
	end := pos
	if decl := f.Fn.Syntax(); decl != nil {
		end = decl.End()
	}
	return i >= 0 && slices.ContainsFunc(r.Pass.Files[i].Comments, func(g *ast.CommentGroup) bool {
		text := strings.ToLower(g.Text())
		return g.Pos() > pos && strings.Contains(text, "unlock") && (line(g.Pos()) == line(pos) || g.End() < end && denies(text))
	})
}

// denies reports whether a text says that something is not so.
func denies(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(word string) bool {
		return word == "not" || word == "never" || word == "no" || strings.HasSuffix(word, "n't")
	})
}
