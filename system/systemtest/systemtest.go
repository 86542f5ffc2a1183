// Package systemtest is the battery of tests that every rule system passes with one line.
package systemtest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"umpire/casebook"
	"umpire/rulebook"
	"umpire/system"
)

// Run tests a system against the casebooks in a folder beside it.
func Run(t *testing.T, sys *system.System, dir string) {
	books := readBooks(t, sys, dir)
	cited := map[rulebook.ID]bool{}
	t.Run("cases", func(t *testing.T) {
		for _, b := range books {
			for i := range b.Cases {
				c := &b.Cases[i]
				t.Run(c.Name, func(t *testing.T) {
					r, err := c.Run(context.Background())
					if err != nil {
						t.Fatal(err)
					}
					for _, f := range r.Failures {
						t.Error(f)
					}
					if r.Passed() {
						for _, id := range r.Rules {
							cited[id] = true
						}
					}
				})
			}
		}
	})
}

func readBooks(t *testing.T, sys *system.System, dir string) []*casebook.Book {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no casebooks in %s (%v)", dir, err)
	}
	var books []*casebook.Book
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		b, err := casebook.Read(f, text, []*system.System{sys})
		if err != nil {
			t.Error(err)
		}
		if b != nil {
			books = append(books, b)
		}
	}
	return books
}
