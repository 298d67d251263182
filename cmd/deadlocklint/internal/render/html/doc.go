// Package html writes findings as one page that needs nothing but a browser: no
// network, no other file. Style and script are embedded, and the page forbids
// itself to load anything.
//
// # How a datum flows
//
// [New] returns a report.Handler that collects the findings. When it is closed, it
// makes the view of each finding (view.go). A view has the picture of the waits
// (cycle.go) and a timeline that leads to them. It also has a timeline of the recorded
// run (timeline.go) and source excerpts (excerpt.go). From all findings and the lock
// order of the run it draws the lock order graph (layers.go, graph.go). One template
// lays the view out.
//
// # Readers
//
// Every picture has its content beside it as text or as a table, for screen readers.
// Everything that opens is a details element, so that it works by keyboard and
// without the script. Colour alone tells nothing. Light and dark follow the browser.
// Rows of a long timeline are in closed parts, which cost nothing until they are
// opened.
//
// The package judges nothing and reads no file: source comes through a function.
package html
