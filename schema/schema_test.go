// Package schema_test holds the published JSON Schemas to what the program says.
package schema_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"umpire/internal/cli"
	"umpire/systems"
)

var update = flag.Bool("update", false, "write the schemas instead of comparing them")

// TestSchemas compares each schema/SYSTEM/KIND.json with `umpire schema SYSTEM KIND --lang en`,
// and finds files that belong to no kind.
func TestSchemas(t *testing.T) {
	want := map[string]bool{}
	for _, sys := range systems.All() {
		for _, k := range sys.Kinds {
			path := filepath.Join(sys.ID, k.ID+".json")
			want[path] = true
			var out, errs bytes.Buffer
			status := cli.Run(context.Background(), []string{"schema", sys.ID, k.ID, "--lang", "en"}, cli.IO{
				In: strings.NewReader(""), Out: &out, Err: &errs, Env: func(string) string { return "" },
			})
			if status != cli.OK {
				t.Fatalf("%s: status %d: %s", path, status, errs.String())
			}
			if *update {
				if err := os.MkdirAll(sys.ID, 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			have, err := os.ReadFile(path)
			if err != nil {
				t.Errorf("%v; run `make gen`", err)
			} else if !bytes.Equal(have, out.Bytes()) {
				t.Errorf("%s is stale; run `make gen`", path)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join("*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if want[f] {
			continue
		}
		if !*update {
			t.Errorf("%s belongs to no kind; run `make gen`", f)
		} else if err := os.Remove(f); err != nil {
			t.Error(err)
		}
	}
}
