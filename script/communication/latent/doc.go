// Package latent has twenty programs that can deadlock over communication, and pass in
// nearly every run. Each uses a condition variable, channel, WaitGroup, semaphore or pool in
// a usual form. One interleaving leaves a goroutine blocked for ever.
// Package right has the corrected twin of each.
package latent
