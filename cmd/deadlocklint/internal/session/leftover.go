package session

import (
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// A process that is killed leaves its directory behind. While the process lives, it holds a lock of the file with this name
// there, so that the next one knows whose directory is left.
const ownerFile = "owner"

// goTemp is the directory of the go command within that of a session, which goes with it.
const goTemp = "go"

// removeLeft removes the directories that killed processes of this user have left in the temporary directory. The next process
// tries again where that fails.
func removeLeft() {
	files, _ := filepath.Glob(filepath.Join(os.TempDir(), dirPrefix+"*", ownerFile)) // the pattern is well formed
	for _, f := range files {
		if isLeft(f) {
			_ = os.RemoveAll(filepath.Dir(f))
		}
	}
}

// own says that a directory is in use until the file is closed that it returns. The file has its name when it is locked, and not
// before. On a file system without locks nobody removes the directory but its process.
func own(dir string) (*os.File, error) {
	name := filepath.Join(dir, ownerFile)
	f, err := os.OpenFile(name+".new", os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil || !lock(f) {
		return f, err
	}
	return f, os.Rename(name+".new", name)
}

// removeDir removes the temporary directory. At a second interrupt other goroutines still make files there: they do not find the
// directory under its other name, and their new files go last.
func (se *Session) removeDir() {
	over := se.Dir + ".over"
	if os.Rename(se.Dir, over) != nil {
		over = se.Dir
	}
	_ = os.RemoveAll(over) // in the temporary directory
	_ = os.RemoveAll(se.Dir)
	_ = se.owner.Close()
}

// useGoTemp is the environment in which the go command makes its files in the directory of a session, unless the user has named a
// directory.
func (se *Session) useGoTemp() []string {
	dir := filepath.Join(se.Dir, goTemp)
	if !se.remove || os.Getenv("GOTMPDIR") != "" || os.MkdirAll(dir, 0o700) != nil {
		return nil
	}
	return []string{"GOTMPDIR=" + dir}
}

// execDir is the directory of the session for a program that the go command runs. The program ends with the go command, and its
// environment is as without deadlocklint.
func execDir() (string, error) {
	record.DieWithParent()
	dir, err := record.ExecDir()
	if err == nil && os.Getenv("GOTMPDIR") == filepath.Join(dir, goTemp) {
		err = os.Unsetenv("GOTMPDIR")
	}
	return dir, err
}
