// Package tagged has a file with a tag.
package tagged
