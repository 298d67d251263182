package lockfacts

import "github.com/deadlocklint/deadlocklint/internal/syncop"

// nobody stands for what a select without cases waits for.
var nobody = syncop.Place{Root: "G", Path: ".select{}", Var: "select {}"}

// ForNobody reports whether an operation waits in a select without cases, which nobody ends.
func (b *Block) ForNobody() bool { return b.Node == nobody.Node() }
