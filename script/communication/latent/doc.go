// Package latent has twenty programs that can deadlock over communication and that pass in
// nearly every run: a condition variable, channel, WaitGroup, semaphore, pool or the like is
// used as people use it, and one interleaving of them leaves a goroutine blocked for ever.
// Package right has the corrected twin of each.
package latent
