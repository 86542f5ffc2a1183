package systems_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"umpire/casebook"
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/system"
	"umpire/systems"
)

const wrongDir = "../testdata/wrong"

// TestWrongFiles reads every wrong file and expects the fault that its head names: line, field,
// key of the problem (or rule of the refusal). The files are JSON or YAML; a JSON file has its
// head in a file beside it.
func TestWrongFiles(t *testing.T) {
	files, err := filepath.Glob(wrongDir + "/*")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d wrong files: %v", len(files), err)
	}
	for _, f := range files {
		if strings.HasSuffix(f, ".want") {
			continue
		}
		t.Run(filepath.Base(f), func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			head := string(text)
			if w, err := os.ReadFile(f + ".want"); err == nil {
				head = string(w)
			}
			lines := strings.SplitN(head, "\n", 3)
			cmd := strings.TrimPrefix(lines[0], "# cmd: ")
			want := strings.TrimPrefix(lines[1], "# want: ")
			got := fault(t, f, text, cmd)
			for _, g := range got {
				if g == want {
					return
				}
			}
			t.Errorf("want %q, got %q", want, got)
		})
	}
}

// fault runs a command on a file as the program would and returns its problems as "line field key".
func fault(t *testing.T, file string, text []byte, cmd string) []string {
	t.Helper()
	all := systems.All()
	if cmd == "cases" {
		b, err := casebook.Read(file, text, all)
		if err != nil {
			return faults(t, err)
		}
		r, err := b.Cases[0].Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return faults(t, r.Failures.OrNil())
	}
	s, err := system.ReadFile(file, text, all)
	if err != nil {
		return faults(t, err)
	}
	j, err := s.Judge()
	if err != nil {
		return faults(t, err)
	}
	if j.Refusal != nil {
		return []string{fmt.Sprintf("%d %s %s", j.Refusal.Line, j.Refusal.Field, j.Refusal.Reasons[0].Rule)}
	}
	_, given, ok := strings.Cut(cmd, "--dice ")
	if !ok {
		return nil
	}
	faces, err := dice.Parse(strings.Trim(given, `"`))
	if err != nil {
		return []string{"0 dice not-dice"}
	}
	d := &procedure.Recorded{Faces: faces}
	if err = j.Program.Play(d, nil); err == nil {
		err = d.Finish()
	}
	var de *procedure.DiceError
	if errors.As(err, &de) {
		return faults(t, explain.Problems{casebook.DiceProblem(de)})
	}
	return nil
}

func faults(t *testing.T, err error) []string {
	t.Helper()
	var ps explain.Problems
	if err != nil && !errors.As(err, &ps) {
		t.Fatalf("not problems: %v", err)
	}
	var out []string
	for _, p := range ps {
		field := p.Field
		if field == "" {
			field = "-"
		}
		out = append(out, fmt.Sprintf("%d %s %s", p.Line, field, p.Key))
	}
	return out
}
