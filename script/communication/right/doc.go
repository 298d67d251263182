// Package right has the corrected twins of the programs of package latent: no run of them
// deadlocks.
package right
