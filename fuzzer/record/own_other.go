//go:build !unix

package record

import "time"

// Own is 0 where the processor time of this process is not known.
func Own() time.Duration { return 0 }
