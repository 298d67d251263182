// Package unlock_decided forgets to unlock on one way, under the condition by which it has locked.
package unlock_decided
