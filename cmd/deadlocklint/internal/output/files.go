package output

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/render"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/render/html"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// WriteFiles writes the forms of the report that go to files of their own.
func (o *Output) WriteFiles(findings []report.Finding, stats report.Stats) error {
	for _, form := range []struct {
		flag, file string
		handler    func(w io.Writer) report.Handler
	}{
		{"-html", o.HTML, o.html},
		{"-junit", o.JUnit, func(w io.Writer) report.Handler { return render.NewJUnit(w, o.title(), Link) }},
	} {
		if form.file == "" {
			continue
		}
		var b bytes.Buffer
		if err := handle(form.handler(&b), findings, stats); err != nil {
			return err
		}
		if err := os.WriteFile(form.file, b.Bytes(), 0o666); err != nil {
			return fmt.Errorf("%s: %w; name a file in a directory that exists", form.flag, err)
		}
	}
	if o.GitHub {
		return handle(render.NewGitHub(o.Streams.Err, checkoutPrefix(o.Root), Link), findings, stats)
	}
	return nil
}

func (o *Output) html(w io.Writer) report.Handler {
	return html.New(w, html.Options{Title: o.title(), Version: command.Version(), Source: o.source, Help: DocumentationOf})
}

// title is the path of the module that was looked at, or its directory's name.
func (o *Output) title() string {
	if path := module.Path(o.Root); path != "" {
		return path
	}
	return filepath.Base(o.Root)
}
