package predict

import (
	"context"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
)

// HandedOver reads a trace, and returns where locks were taken that another goroutine than their owner released. It takes a few passes
// over the events.
func HandedOver(ctx context.Context, file string) (list []trace.Frame, err error) {
	t, _, err := wire.ReadFileContext(ctx, file)
	if err != nil {
		return nil, err
	}
	p := newProcess(ctx, t, nil, &Executables{})
	p.analyze(&Stats{})
	for _, s := range p.relation.HandedOver() {
		if f, ok := p.ofProgram(s); ok {
			list = append(list, f)
		}
	}
	return list, nil
}
