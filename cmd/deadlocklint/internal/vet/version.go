package vet

import (
	"bytes"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

// The go command asks a vettool for its version on each go vet, and keeps what the tool has found by the answer.
// unitchecker hashes the executable for that, each time. The go command has done the same when it linked the executable, and
// the result is in there.

// Version returns the answer to -V=full, or "" where the executable does not say what it was made of: then
// unitchecker has to find out.
func Version(args []string) string {
	if len(args) != 1 || args[0] != "-V=full" {
		return ""
	}
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	id := BuildID(f)
	if id == "" {
		return ""
	}
	return fmt.Sprintf("deadlocklint version devel buildID=%s\n", id)
}

// linked is the build ID of an executable that the go command has linked: the last part is the hash of its
// content. A build that sets it by a flag of the linker may give different executables the same one.
var linked = regexp.MustCompile(`^[\w-]{20}(/[\w-]{20}){3}$`)

// BuildID is the build ID that the go command has given an executable, or "". An ELF file has it in a note,
// others at the beginning of their code.
func BuildID(r io.ReaderAt) string {
	id := idInText(r)
	if f, err := elf.NewFile(r); err == nil {
		id = idInNote(f)
	}
	if !linked.MatchString(id) {
		return ""
	}
	return id
}

// idInNote reads the note of an ELF file: lengths of name and content, a type, and both.
func idInNote(f *elf.File) string {
	s := f.Section(".note.go.buildid")
	if s == nil {
		return ""
	}
	note, err := s.Data()
	if err != nil || len(note) < 16 || !bytes.HasPrefix(note[12:], []byte("Go\x00\x00")) {
		return ""
	}
	content := note[16:]
	return string(content[:min(int(f.ByteOrder.Uint32(note[4:])), len(content))])
}

// textStart is how far from the beginning of a file its code begins at most.
const textStart = 64 << 10

// idInText finds the build ID at the beginning of the code.
func idInText(r io.ReaderAt) string {
	head := make([]byte, textStart)
	n, _ := r.ReadAt(head, 0)
	_, after, ok := strings.Cut(string(head[:n]), "\xff Go build ID: \"")
	id, _, closed := strings.Cut(after, "\"\n \xff")
	if !ok || !closed {
		return ""
	}
	return id
}
