// Package lost_cancel drops the function that would end the context.
package lost_cancel

import (
	"context"
	"time"
)

func Start(ctx context.Context, f func(context.Context)) {
	ctx, _ = context.WithTimeout(ctx, time.Second) // want lostcancel
	f(ctx)
}
