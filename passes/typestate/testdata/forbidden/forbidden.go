// Package forbidden makes calls that protocols do not allow.
package forbidden

import (
	"archive/zip"
	"database/sql"
	"io"
	"os"
	"os/exec"
)

func useAfterClose(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	f.Close()
	_, err = f.WriteString("x") // want `WriteString of the os.File is called after Close at forbidden.go:17: not allowed in state closed`
	return err
}

func copyAfterClose(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	f.Close()
	_, err = io.Copy(w, f) // want `Read of the os.File is called after Close`
	return err
}

func closeTwice(f *os.File) error {
	f.Close()
	return f.Close() // want `Close of the os.File is called after Close`
}

type log struct{ file *os.File }

func (l *log) rotate() {
	l.file.Close()
	l.file.Sync() // want `Sync of the os.File is called after Close`
}

func afterCommit(tx *sql.Tx) error {
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err := tx.Exec("delete") // want `Exec of the sql.Tx is called after Commit`
	return err
}

func scanFirst(db *sql.DB) (n int, err error) {
	rows, err := db.Query("select 1")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	return n, rows.Scan(&n) // want `Scan of the sql.Rows is called: not allowed in state before`
}

func runTwice(cmd *exec.Cmd) {
	cmd.Run()
	cmd.Run() // want `Run of the exec.Cmd is called after Run`
}

func createAfterClose(w io.Writer) error {
	z := zip.NewWriter(w)
	if err := z.Close(); err != nil {
		return err
	}
	_, err := z.Create("late") // want `Create of the zip.Writer is called after Close`
	return err
}
