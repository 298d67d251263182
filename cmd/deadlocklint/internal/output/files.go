package output

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/module"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/render"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/render/html"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A form is a document of the report that goes to a file of its own.
type form struct {
	flag, file string
	handler    func(w io.Writer) report.Handler
}

// WriteFiles writes the forms. It tells of a form that cannot be written, and notes that in stats. The others are written again
// then: they say so.
func (o *Output) WriteFiles(findings []report.Finding, stats *report.Stats) {
	forms := []form{
		{"-sarif", o.SARIF, o.sarif},
		{"-html", o.HTML, o.html},
		{"-junit", o.JUnit, func(w io.Writer) report.Handler { return render.NewJUnit(w, o.title(), Link) }},
	}
	for told := -1; told != len(stats.Failures); {
		told = len(stats.Failures)
		forms = slices.DeleteFunc(forms, func(f form) bool {
			err := o.write(f, findings, *stats)
			if err != nil {
				o.tell(err, stats)
			}
			return err != nil
		})
	}
}

// write writes one form.
func (o *Output) write(f form, findings []report.Finding, stats report.Stats) error {
	if f.file == "" {
		return nil
	}
	var b bytes.Buffer
	if err := handle(f.handler(&b), findings, stats); err != nil {
		return err
	}
	if err := os.WriteFile(f.file, b.Bytes(), 0o666); err != nil {
		return fmt.Errorf("%s: %w; name a file in a directory that exists and has room", f.flag, err)
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
