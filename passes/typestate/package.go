package typestate

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A pkg is the check of one package.
type pkg struct {
	r            *lockfacts.Reporter
	protocols    *protocols
	funcs        map[*ssa.Function]*lockfacts.Func
	summaries    map[summaryKey]effect
	may          map[*object][]string // methods that may be called, while a summary is made
	telling      map[answer]bool      // see tellsOfEnd
	constructors map[*ssa.Function]*constructor
	walkers      map[*ssa.Function]*walker // of functions that were walked before their turn
}

// noReturn reports whether a function of the package does not return.
func (p *pkg) noReturn(c *ssa.CallCommon) bool {
	f := p.funcs[c.StaticCallee()]
	return f != nil && f.Summary != nil && f.Summary.NoReturn
}

// line is a position for people: file and line.
func (p *pkg) line(pos token.Pos) string {
	at := p.r.Pass.Fset.Position(pos)
	return fmt.Sprintf("%s:%d", at.Filename[strings.LastIndexAny(at.Filename, `/\`)+1:], at.Line)
}
