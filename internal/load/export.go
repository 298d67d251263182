package load

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
)

// The form of an archive of the compiler.
const (
	archiveMark  = "!<arch>\n"
	memberHeader = 60 // bytes: name 16, time 12, user 6, group 6, mode 8, size 10, end 2
	typesMember  = "__.PKGDEF"
	typesBegin   = "\n$$B\n"
	typesEnd     = "\n$$\n"
)

var errNoExportData = errors.New("no export data of the compiler; go clean -cache removes what is damaged")

// exportData returns the part of a file of "go list -export" that has the types. Up to Go 1.27 the file is the archive
// that the linker reads. Its first member has that part, and the code after it is not read. Later releases write the part alone.
func exportData(file io.Reader) ([]byte, error) {
	head := make([]byte, len(archiveMark)+memberHeader)
	n, err := io.ReadFull(file, head)
	header, isArchive := strings.CutPrefix(string(head[:n]), archiveMark)
	if !isArchive {
		return io.ReadAll(io.MultiReader(bytes.NewReader(head[:n]), file))
	}
	if err != nil || strings.TrimSpace(header[:16]) != typesMember {
		return nil, errNoExportData
	}
	size, err := strconv.ParseUint(strings.TrimSpace(header[48:58]), 10, 31)
	if err != nil {
		return nil, errNoExportData
	}
	member := make([]byte, size)
	if _, err := io.ReadFull(file, member); err != nil {
		return nil, errNoExportData
	}
	_, data, begins := bytes.Cut(member, []byte(typesBegin))
	data, ends := bytes.CutSuffix(data, []byte(typesEnd))
	if !begins || !ends {
		return nil, errNoExportData
	}
	return data, nil
}
