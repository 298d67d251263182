// Package clean_leave_result receives all from a channel that a function has returned, or ends who sends to it.
package clean_leave_result

import "context"

// names sends them one by one, until a context ends.
func names(ctx context.Context, list []string) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for _, name := range list {
			select {
			case out <- name:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// Write stops at the first error.
func Write(list []string, write func(string) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for name := range names(ctx, list) {
		if err := write(name); err != nil {
			return err
		}
	}
	return nil
}
