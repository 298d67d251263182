// Package buildid reads the build ID of an executable, which the go command has written. Its last part is the hash of
// the content. So it tells two versions of a program apart without a hash of the whole file.
//
// The package reads ELF files, and others at the beginning of their code. It gives no answer for an executable
// whose build ID was set by a flag of the linker.
package buildid

import (
	"bytes"
	"debug/elf"
	"io"
	"os"
	"regexp"
	"strings"
)

// Own is the build ID of the running executable, or "".
func Own() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	return Of(f)
}

// linked is the build ID of an executable that the go command has linked: the last part is the hash of its
// content. A build that sets it by a flag of the linker may give different executables the same one.
var linked = regexp.MustCompile(`^[\w-]{20}(/[\w-]{20}){3}$`)

// Of is the build ID that the go command has given an executable, or "". An ELF file has it in a note,
// others at the beginning of their code.
func Of(r io.ReaderAt) string {
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
