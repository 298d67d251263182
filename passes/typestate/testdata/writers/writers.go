// Package writers loses what was written, or the news that it is lost.
package writers

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/json"
	"io"
	"os"
)

// The error of a write is no news about what the buffer still has.

func errorIsTheResult(w io.Writer, s string) error {
	b := bufio.NewWriter(w) // want `errorIsTheResult returns without Flush of the bufio.Writer`
	_, err := b.WriteString(s)
	return err
}

func errorOfAnEncoder(w io.Writer, v any) error {
	z := gzip.NewWriter(w) // want `without Close of the gzip.Writer`
	return json.NewEncoder(z).Encode(v)
}

func errorOfACopy(w io.Writer, r io.Reader) (int64, error) {
	z := zlib.NewWriter(w) // want `without Close of the zlib.Writer`
	return io.Copy(z, r)
}

func archive(w io.Writer, h *tar.Header, p []byte) error {
	t := tar.NewWriter(w) // want `without Close of the tar.Writer`
	if err := t.WriteHeader(h); err != nil {
		return err
	}
	_, err := t.Write(p)
	return err
}

func archiveAfterClose(w io.Writer, h *tar.Header) error {
	t := tar.NewWriter(w)
	if err := t.Close(); err != nil {
		return err
	}
	return t.WriteHeader(h) // want `WriteHeader of the tar.Writer is called after Close at writers.go:\d+: not allowed in state closed`
}

// What is deferred first runs last.

func deferredInTheWrongOrder(name, s string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(f)
	defer b.Flush() // want `Flush of the bufio.Writer writes to the os.File after Close at writers.go:\d+: not allowed in state closed`
	defer f.Close()
	b.WriteString(s)
	return nil
}

func closedTooEarly(name string, p []byte) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	z := gzip.NewWriter(f)
	if _, err := z.Write(p); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return z.Close() // want `Close of the gzip.Writer writes to the os.File after Close at writers.go:\d+`
}

func flushedTooEarly(w io.Writer, p []byte) error {
	b := bufio.NewWriter(w)
	z := gzip.NewWriter(b)
	if _, err := z.Write(p); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return nil // want `without Flush of the bufio.Writer`
}

// The error of the end tells what became of the rest.

func errorOfFlush(w io.Writer, s string) error {
	b := bufio.NewWriter(w)
	if _, err := b.WriteString(s); err != nil {
		return err
	}
	b.Flush() // want `errorOfFlush drops the error of Flush of the bufio.Writer`
	return nil
}

func errorOfADeferredClose(w io.Writer, p []byte) error {
	z := gzip.NewWriter(w)
	defer z.Close() // want `drops the error of Close of the gzip.Writer`
	if _, err := z.Write(p); err != nil {
		return err
	}
	return nil
}

func errorOfAFile(name string, p []byte) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close() // want `drops the error of Close of the os.File`
	if _, err := f.Write(p); err != nil {
		return err
	}
	return nil
}

// The twins.

func rightErrorIsTheResult(w io.Writer, s string) error {
	b := bufio.NewWriter(w)
	if _, err := b.WriteString(s); err != nil {
		return err
	}
	return b.Flush()
}

func rightArchive(w io.Writer, h *tar.Header) error {
	t := tar.NewWriter(w)
	if err := t.WriteHeader(h); err != nil {
		return err
	}
	return t.Close()
}

func rightOrder(name, s string) {
	f, err := os.Create(name)
	if err != nil {
		return
	}
	defer f.Close()
	b := bufio.NewWriter(f)
	defer b.Flush()
	b.WriteString(s)
}

// The file is closed too early where the function fails.
func rightWhereItFails(name string, p []byte) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	z := gzip.NewWriter(f)
	defer z.Close()
	if _, err := z.Write(p); err != nil {
		f.Close()
		return err
	}
	if err := z.Close(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// Sync has told of the error before.
func rightAfterSync(name string, p []byte) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(p); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return nil
}

// What is read has nothing to lose.
func rightReader(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := io.ReadAll(f); err != nil {
		return err
	}
	return nil
}

// Memory does not fail.
func rightInMemory(p []byte) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(p); err != nil {
		return nil, err
	}
	z.Close()
	return b.Bytes(), nil
}

// Whoever assigns an error to _ has seen it.
func rightOnPurpose(w io.Writer, p []byte) error {
	z := gzip.NewWriter(w)
	if _, err := z.Write(p); err != nil {
		return err
	}
	_ = z.Close()
	return nil
}

func rightChain(name string, p []byte) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	b := bufio.NewWriter(f)
	z := gzip.NewWriter(b)
	if _, err := z.Write(p); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return err
	}
	return f.Close()
}
