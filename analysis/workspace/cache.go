package workspace

import "sync"

// A cache holds the value of each key that was found. The zero value is empty. It is safe for concurrent use.
type cache[K comparable, V any] struct {
	mu     sync.Mutex
	values map[K]V // guarded by mu
}

// get returns the value of a key. If it is missing, get calls find without holding the lock, so find may use the
// cache for other keys. Concurrent calls for one key return the same value.
func (c *cache[K, V]) get(key K, find func() V) V {
	c.mu.Lock()
	known, ok := c.values[key]
	c.mu.Unlock()
	if ok {
		return known
	}
	found := find()
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.values[key]; ok {
		return known
	}
	if c.values == nil {
		c.values = make(map[K]V)
	}
	c.values[key] = found
	return found
}
