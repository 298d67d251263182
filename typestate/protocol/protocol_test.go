package protocol

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"database/sql"
	"database/sql/driver"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
)

// A subject is a real object of a type and its methods.
type subject struct {
	calls map[string]func() error
	wrong func(error) bool // the error says that the call should not have been made
}

// TestAgainstThePackages makes every call of an automaton in every state of a
// real object: what is allowed works, what is forbidden does not.
func TestAgainstThePackages(t *testing.T) {
	subjects := map[string]func(t *testing.T) subject{
		"os.File": file, "net.Conn": conn, "net.Listener": listener, "compress/gzip.Writer": gzipWriter, "archive/zip.Writer": zipWriter,
		"database/sql.Rows": rows, "database/sql.Tx": tx, "os/exec.Cmd": command, "net/http.body": body,
		"bufio.Writer": bufioWriter, "encoding/csv.Writer": csvWriter, "time.Timer": timer, "compress/zlib.Writer": zlibWriter, "archive/tar.Writer": tarWriter, "database/sql.Stmt": stmt, "database/sql.Conn": sqlConn,
		"sync.WaitGroup": waitGroup,
	}
	for _, a := range Shipped() {
		t.Run(strings.ReplaceAll(a.Type, "/", "."), func(t *testing.T) {
			make := subjects[a.Type]
			if make == nil {
				t.Fatal("nothing tests this automaton")
			}
			forbidden := 0
			for state, path := range paths(a) {
				for _, m := range a.Alphabet() {
					if try(t, a, make(t), path, m, a.Step(state, m) != automaton.NoState) {
						forbidden++
					}
				}
			}
			if last := a.States[len(a.States)-1]; forbidden == 0 && len(last.Edges) < len(a.Alphabet()) {
				t.Error("nothing forbidden was tried")
			}
		})
	}
}

// paths is one way to every state.
func paths(a *automaton.Automaton) map[int][]string {
	at := map[int][]string{0: nil}
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		for _, e := range a.States[queue[0]].Edges {
			if _, ok := at[e.To]; !ok {
				at[e.To] = append(slices.Clone(at[queue[0]]), e.Method)
				queue = append(queue, e.To)
			}
		}
	}
	return at
}

// try makes the calls of a path and then one of m. It reports whether that was
// forbidden, and did not work.
func try(t *testing.T, a *automaton.Automaton, s subject, path []string, m string, allowed bool) bool {
	t.Helper()
	for _, p := range path {
		_ = call(t, s, p)
	}
	err := call(t, s, m)
	switch {
	case allowed && err != nil && s.wrong(err):
		t.Errorf("%s after %v: %v, but it is allowed", m, path, err)
	case !allowed && (err == nil || !s.wrong(err)):
		t.Errorf("%s after %v: %v, but it is forbidden", m, path, err)
	}
	return !allowed
}

func call(t *testing.T, s subject, m string) (err error) {
	t.Helper()
	f := s.calls[m]
	if f == nil {
		t.Fatalf("nothing tests %s", m)
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}

// waitGroup brings the count to zero before it waits.
func waitGroup(*testing.T) subject {
	var wg sync.WaitGroup
	count := 0
	return subject{map[string]func() error{
		"Add":  func() error { wg.Add(1); count++; return nil },
		"Done": func() error { wg.Done(); count--; return nil },
		"Go":   func() error { wg.Go(func() {}); return nil },
		"Wait": func() error {
			for ; count > 0; count-- {
				wg.Done()
			}
			wg.Wait()
			return nil
		},
	}, every}
}

func every(error) bool { return true }

func is(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}

func second[T any](_ T, err error) error { return err }

func file(t *testing.T) subject {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	b := make([]byte, 1)
	return subject{map[string]func() error{
		"Chdir": f.Chdir, "Chmod": func() error { return f.Chmod(0o600) }, "Chown": func() error { return f.Chown(-1, -1) },
		"Read": func() error { return second(f.Read(b)) }, "ReadAt": func() error { return second(f.ReadAt(b, 0)) },
		"ReadDir": func() error { return second(f.ReadDir(1)) }, "Readdir": func() error { return second(f.Readdir(1)) }, "Readdirnames": func() error { return second(f.Readdirnames(1)) },
		"ReadFrom": func() error { return second(f.ReadFrom(strings.NewReader("x"))) }, "Seek": func() error { return second(f.Seek(0, 0)) },
		"SetDeadline": func() error { return f.SetDeadline(time.Time{}) }, "SetReadDeadline": func() error { return f.SetReadDeadline(time.Time{}) }, "SetWriteDeadline": func() error { return f.SetWriteDeadline(time.Time{}) },
		"Stat": func() error { return second(f.Stat()) }, "Sync": f.Sync,
		"Truncate": func() error { return f.Truncate(0) }, "Write": func() error { return second(f.Write(b)) }, "WriteAt": func() error { return second(f.WriteAt(b, 0)) },
		"WriteString": func() error { return second(f.WriteString("x")) }, "WriteTo": func() error { return second(f.WriteTo(io.Discard)) }, "Close": f.Close,
	}, func(err error) bool {
		return errors.Is(err, os.ErrClosed) || strings.Contains(err.Error(), "closed file")
	}}
}

func conn(t *testing.T) subject {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(); l.Close() })
	tcp := c.(*net.TCPConn)
	return subject{map[string]func() error{
		"CloseRead": tcp.CloseRead, "CloseWrite": tcp.CloseWrite, "Close": c.Close, "Write": func() error { return second(c.Write([]byte("x"))) },
		"SetDeadline": func() error { return c.SetDeadline(time.Time{}) }, "SetReadDeadline": func() error { return c.SetReadDeadline(time.Time{}) }, "SetWriteDeadline": func() error { return c.SetWriteDeadline(time.Time{}) },
	}, is(net.ErrClosed)}
}

func listener(t *testing.T) subject {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return subject{map[string]func() error{
		"Close": l.Close, "SetDeadline": func() error { return l.(*net.TCPListener).SetDeadline(time.Time{}) },
	}, is(net.ErrClosed)}
}

func gzipWriter(*testing.T) subject {
	w := gzip.NewWriter(io.Discard)
	return subject{map[string]func() error{
		"Write": func() error { return second(w.Write([]byte("x"))) }, "Flush": w.Flush, "Close": w.Close,
		"Reset": func() error { w.Reset(io.Discard); return nil },
	}, every}
}

// zipWriter takes an entry that is missing in the archive for an error.
func zipWriter(*testing.T) subject {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	closed := false
	create := func(err error) error {
		if err == nil && closed {
			if r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len())); err != nil || len(r.File) == 0 {
				return errors.New("it is not in the archive")
			}
		}
		return err
	}
	return subject{map[string]func() error{
		"AddFS":        func() error { return create(w.AddFS(fstest.MapFS{"a": {Data: []byte("x")}})) },
		"Create":       func() error { return create(second(w.Create("b"))) },
		"CreateHeader": func() error { return create(second(w.CreateHeader(&zip.FileHeader{Name: "c"}))) },
		"CreateRaw":    func() error { return create(second(w.CreateRaw(&zip.FileHeader{Name: "d"}))) },
		"Copy": func() error {
			var other bytes.Buffer
			from := zip.NewWriter(&other)
			_, _ = from.Create("e")
			_ = from.Close()
			r, err := zip.NewReader(bytes.NewReader(other.Bytes()), int64(other.Len()))
			if err != nil {
				return err
			}
			return create(w.Copy(r.File[0]))
		},
		"Flush": w.Flush,
		"Close": func() error { closed = true; return w.Close() },
	}, every}
}

func zlibWriter(*testing.T) subject {
	w := zlib.NewWriter(io.Discard)
	return subject{map[string]func() error{
		"Write": func() error { return second(w.Write([]byte("x"))) }, "Flush": w.Flush, "Close": w.Close,
		"Reset": func() error { w.Reset(io.Discard); return nil },
	}, every}
}

func tarWriter(*testing.T) subject {
	w := tar.NewWriter(io.Discard)
	return subject{map[string]func() error{
		"AddFS": func() error { return w.AddFS(fstest.MapFS{"a": {Data: []byte("x")}}) }, "Flush": w.Flush, "Close": w.Close,
		"Write":       func() error { return second(w.Write([]byte("x"))) },
		"WriteHeader": func() error { return w.WriteHeader(&tar.Header{Name: "b", Mode: 0o600}) },
	}, is(tar.ErrWriteAfterClose)}
}

func bufioWriter(*testing.T) subject {
	w := bufio.NewWriter(io.Discard)
	return subject{map[string]func() error{
		"Flush": w.Flush, "Reset": func() error { w.Reset(io.Discard); return nil }, "ReadFrom": func() error { return second(w.ReadFrom(strings.NewReader("x"))) },
		"Write": func() error { return second(w.Write([]byte("x"))) }, "WriteByte": func() error { return w.WriteByte('x') },
		"WriteRune": func() error { return second(w.WriteRune('x')) }, "WriteString": func() error { return second(w.WriteString("x")) },
	}, every}
}

func csvWriter(*testing.T) subject {
	w := csv.NewWriter(io.Discard)
	return subject{map[string]func() error{
		"Flush": func() error { w.Flush(); return nil }, "Error": w.Error, "Write": func() error { return w.Write([]string{"x"}) },
		"WriteAll": func() error { return w.WriteAll([][]string{{"x"}}) },
	}, every}
}

func timer(*testing.T) subject {
	w := time.NewTimer(time.Hour)
	return subject{map[string]func() error{
		"Stop": func() error { w.Stop(); return nil }, "Reset": func() error { w.Reset(time.Hour); return nil },
	}, every}
}

func command(t *testing.T) subject {
	c := exec.Command(os.Args[0], "-test.run=^$")
	t.Cleanup(func() {
		if c.Process != nil {
			_ = c.Wait() // waited for already, most often
		}
	})
	return subject{map[string]func() error{
		"Start": c.Start, "Wait": c.Wait, "Run": c.Run,
		"Output": func() error { return second(c.Output()) }, "CombinedOutput": func() error { return second(c.CombinedOutput()) },
		"StderrPipe": func() error { return second(c.StderrPipe()) }, "StdinPipe": func() error { return second(c.StdinPipe()) }, "StdoutPipe": func() error { return second(c.StdoutPipe()) },
	}, every}
}

// TestBodies looks at which types bodies have.
func TestBodies(t *testing.T) {
	i := slices.IndexFunc(Shipped(), func(a *automaton.Automaton) bool { return a.Type == "net/http.body" })
	typ := reflect.TypeOf(response(t).Body).Elem()
	if name := typ.PkgPath() + "." + typ.Name(); !Shipped()[i].Covers(name) {
		t.Errorf("a response has a body of type %s, which the automaton does not cover", name)
	}
}

func response(t *testing.T) *http.Response {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }))
	t.Cleanup(s.Close)
	r, err := http.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func body(t *testing.T) subject {
	r := response(t)
	return subject{map[string]func() error{
		"Read": func() error { return second(r.Body.Read(make([]byte, 1))) }, "Close": r.Body.Close,
	}, func(err error) bool { return strings.Contains(err.Error(), "closed response body") }}
}

// fakeDB is a database with one table of two rows.
type fakeDB struct{}

func (fakeDB) Open(string) (driver.Conn, error)           { return fakeDB{}, nil }
func (fakeDB) Prepare(string) (driver.Stmt, error)        { return fakeDB{}, nil }
func (fakeDB) Begin() (driver.Tx, error)                  { return fakeDB{}, nil }
func (fakeDB) Close() error                               { return nil }
func (fakeDB) Commit() error                              { return nil }
func (fakeDB) Rollback() error                            { return nil }
func (fakeDB) NumInput() int                              { return 0 }
func (fakeDB) Exec([]driver.Value) (driver.Result, error) { return driver.ResultNoRows, nil }
func (fakeDB) Query([]driver.Value) (driver.Rows, error)  { return &fakeRows{left: 2}, nil }

type fakeRows struct{ left int }

func (*fakeRows) Columns() []string { return []string{"n"} }
func (*fakeRows) Close() error      { return nil }
func (r *fakeRows) Next(to []driver.Value) error {
	if r.left == 0 {
		return io.EOF
	}
	r.left--
	to[0] = int64(r.left)
	return nil
}

func init() { sql.Register("protocol-test", fakeDB{}) }

func database(t *testing.T) *sql.DB {
	db, err := sql.Open("protocol-test", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func rows(t *testing.T) subject {
	r, err := database(t).Query("")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	var n int
	return subject{map[string]func() error{
		"Next": func() error { r.Next(); return nil }, "NextResultSet": func() error { r.NextResultSet(); return nil },
		"Scan": func() error { return r.Scan(&n) }, "Close": r.Close,
	}, every}
}

func tx(t *testing.T) subject {
	db := database(t)
	x, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Rollback() })
	ctx := t.Context()
	stmt, err := db.Prepare("")
	if err != nil {
		t.Fatal(err)
	}
	return subject{map[string]func() error{
		"Exec": func() error { return second(x.Exec("")) }, "ExecContext": func() error { return second(x.ExecContext(ctx, "")) },
		"Prepare": func() error { return second(x.Prepare("")) }, "PrepareContext": func() error { return second(x.PrepareContext(ctx, "")) },
		"Query": func() error { return closing(x.Query("")) }, "QueryContext": func() error { return closing(x.QueryContext(ctx, "")) },
		"QueryRow": func() error { return x.QueryRow("").Err() }, "QueryRowContext": func() error { return x.QueryRowContext(ctx, "").Err() },
		"Stmt": func() error { return second(x.Stmt(stmt).Exec()) }, "StmtContext": func() error { return second(x.StmtContext(ctx, stmt).Exec()) },
		"Commit": x.Commit,
		// A second Rollback returns ErrTxDone too, which a deferred one passes over.
		"Rollback": func() error { _ = x.Rollback(); return nil },
	}, is(sql.ErrTxDone)}
}

// closing closes the rows of a query.
func closing(r *sql.Rows, err error) error {
	if err == nil {
		r.Close()
	}
	return err
}

func stmt(t *testing.T) subject {
	s, err := database(t).Prepare("")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	ctx := t.Context()
	return subject{map[string]func() error{
		"Exec": func() error { return second(s.Exec()) }, "ExecContext": func() error { return second(s.ExecContext(ctx)) },
		"Query": func() error { return closing(s.Query()) }, "QueryContext": func() error { return closing(s.QueryContext(ctx)) },
		"QueryRow": func() error { return s.QueryRow().Err() }, "QueryRowContext": func() error { return s.QueryRowContext(ctx).Err() },
		"Close": s.Close,
	}, every}
}

func sqlConn(t *testing.T) subject {
	ctx := t.Context()
	c, err := database(t).Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return subject{map[string]func() error{
		"BeginTx": func() error {
			x, err := c.BeginTx(ctx, nil)
			if err == nil {
				err = x.Rollback()
			}
			return err
		},
		"ExecContext": func() error { return second(c.ExecContext(ctx, "")) }, "PingContext": func() error { return c.PingContext(ctx) },
		"PrepareContext": func() error {
			s, err := c.PrepareContext(ctx, "")
			if err == nil {
				err = s.Close()
			}
			return err
		},
		"QueryContext":    func() error { return closing(c.QueryContext(ctx, "")) },
		"QueryRowContext": func() error { return c.QueryRowContext(ctx, "").Err() },
		"Raw":             func() error { return c.Raw(func(any) error { return nil }) },
		"Close":           c.Close,
	}, is(sql.ErrConnDone)}
}
