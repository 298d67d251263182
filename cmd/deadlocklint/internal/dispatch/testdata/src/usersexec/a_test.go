package a

import (
	"os"
	"testing"
)

func TestA(t *testing.T) {
	if os.Getenv("MINE") == "a b" {
		new(mine).cross()
	}
}
