package record

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// testmain is the name of the file in which go test generates function main, as the table
// of files has it at its end.
const testmain = "_testmain.go\x00"

// isTest reports whether go test has built a binary. Its build information says so by the
// path PACKAGE.test, but not for a package main, whose path is that of the program. The
// table of files is in a binary without symbols, too.
func isTest(binary string) (bool, error) {
	f, err := os.Open(binary)
	if err != nil {
		return false, err
	}
	defer f.Close()
	found, err := contains(f, []byte(testmain))
	if err != nil {
		return false, fmt.Errorf("cannot read %s: %w", binary, err)
	}
	return found, nil
}

// contains reports whether a stream has some bytes. It keeps one block in memory.
func contains(r io.Reader, want []byte) (bool, error) {
	block := make([]byte, 1<<20)
	rest := 0 // of the block before, which can be the beginning of the wanted text
	for {
		n, err := io.ReadFull(r, block[rest:])
		if bytes.Contains(block[:rest+n], want) {
			return true, nil
		}
		switch err {
		case nil:
			rest = copy(block, block[rest+n-len(want)+1:])
		case io.EOF, io.ErrUnexpectedEOF:
			return false, nil
		default:
			return false, err
		}
	}
}
