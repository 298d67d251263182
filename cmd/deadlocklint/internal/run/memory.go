package run

import (
	"os"
	"runtime/debug"

	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
)

// boundMemory keeps the garbage that lies beside what lives below what the command may
// use: predict.MaxLive bytes may live, and twice that is about the size of the process.
// A user who sets GOGC or GOMEMLIMIT knows better.
func boundMemory() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(predict.MaxLive * 16 / 10)
	}
}
