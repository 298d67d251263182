//go:build the_gate_alone

package link

func (l *Link) Begin() { l.Open = true }
