package chanblock

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/edit"
)

// fixBuffer gives a channel room for the one value that is sent to it. It is
// certain when the goroutine does nothing after the send, for which it might
// have to wait.
func (p *program) fixBuffer(c *channel, send *op) []analysis.SuggestedFix {
	last := len(c.of(send.kind)) == 1
	syncop.After(send.instr, func(in ssa.Instruction) bool {
		switch in.(type) {
		case *ssa.Jump, *ssa.Return, *ssa.RunDefers, *ssa.DebugRef:
		default:
			last = false
		}
		return last
	})
	made := edit.Of(p.r.Pass).Call(c.made.Pos())
	if !last || made == nil || len(made.Args) != 1 {
		return nil
	}
	return edit.Fix("Make the channel with a buffer of 1", insert(made.Rparen, ", 1"))
}

func insert(pos token.Pos, text string) []analysis.TextEdit {
	return []analysis.TextEdit{{Pos: pos, End: pos, NewText: []byte(text)}}
}
