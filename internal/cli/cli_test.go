package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"umpire/internal/cli"
)

func run(t *testing.T, in string, args ...string) (status int, out, err string) {
	t.Helper()
	var o, e bytes.Buffer
	status = cli.Run(context.Background(), args, cli.IO{
		In: strings.NewReader(in), Out: &o, Err: &e, Env: func(string) string { return "" },
	})
	return status, o.String(), e.String()
}

const example = "../../examples/rifles-at-grenadiers.yaml"

// expect runs a command in a language and looks for words in what it prints.
func expect(t *testing.T, in string, status int, words []string, args ...string) {
	t.Helper()
	got, out, err := run(t, in, args...)
	if got != status {
		t.Errorf("%v: status %d, want %d\n%s%s", args, got, status, out, err)
	}
	for _, w := range words {
		if !strings.Contains(out+err, w) {
			t.Errorf("%v: %q is missing in\n%s%s", args, w, out, err)
		}
	}
}

func TestCommands(t *testing.T) {
	expect(t, "", 0, []string{"umpire resolve"}, "--lang", "en")
	expect(t, "", 0, []string{"squad-ww2", "barrage"}, "systems")
	expect(t, "", 0, []string{"SQ-PIN-10", "5+"}, "rules", "squad-ww2", "sq-pin-10")
	expect(t, "", 0, []string{"pin-timing", "end-of-phase"}, "rules", "squad-ww2", "--options")
	expect(t, "", 0, []string{"flowchart TD", "pin test"}, "flow", "squad-ww2", "fire")
	expect(t, "", 0, []string{"<svg", "тест на залегание"}, "--lang", "ru", "flow", "squad-ww2", "fire", "--format", "svg")
	expect(t, "", 0, []string{`"additionalProperties": false`}, "schema", "squad-ww2", "fire")
	expect(t, "", 0, []string{"squad-ww2 1"}, "version")
	expect(t, "", 0, []string{"complete"}, "completion", "bash")
	expect(t, "", 0, []string{"Exact odds", "pinned: 23.1"}, "odds", example)
	expect(t, "", 0, []string{"= "}, "odds", example, "--fractions")
	expect(t, "", 0, []string{"none", "casualties"}, "odds", example, "--sweep", "target.cover=none,6,5")
	expect(t, "", 0, []string{`"meanFraction"`}, "odds", example, "--json")
	expect(t, "", 0, []string{"Итог", "потери"}, "resolve", example, "--seed", "3", "--lang", "ru")
	expect(t, "", 0, []string{`"record"`}, "resolve", example, "--seed", "3", "--json")
	expect(t, "", 0, []string{"0 failed"}, "cases", "../../system/squadww2/cases/fire.yaml")
}

func TestRecordedDice(t *testing.T) {
	expect(t, "", 0, []string{"casualties: 0"}, "resolve", example, "--dice", "1 1 1 1 1 1 1 1 1 / 1 1 1 / 2")
	expect(t, "", 2, []string{"shows 1 to 6"}, "resolve", example, "--dice", "7 1 1 1 1 1 1 1 1")
	expect(t, "", 2, []string{"осталось 1"}, "--lang", "ru", "resolve", example, "--dice", "1")
}

func TestAsk(t *testing.T) {
	// Faces run together, a wrong die, one step back, a count of successes.
	expect(t, "111111111\n711\nu\n3\n000\n=0\n111\n0\n2\n", 0, []string{"casualties"}, "resolve", example, "--ask")
	expect(t, "q\n", 1, []string{"--dice"}, "resolve", example, "--ask")
	expect(t, "", 2, []string{"ended"}, "resolve", example, "--ask")
}

// TestWrongFiles holds the exit status and the place for every wrong file, in both languages.
func TestWrongFiles(t *testing.T) {
	files, err := filepath.Glob("../../testdata/wrong/*")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, f := range files {
		if strings.HasSuffix(f, ".want") {
			continue
		}
		head, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if w, err := os.ReadFile(f + ".want"); err == nil {
			head = w
		}
		lines := strings.SplitN(string(head), "\n", 3)
		cmd := strings.TrimPrefix(lines[0], "# cmd: ")
		line := strings.Fields(strings.TrimPrefix(lines[1], "# want: "))[0]
		name, given, ok := strings.Cut(cmd, " --dice ")
		args := []string{strings.TrimSpace(name), f}
		if ok {
			args = append(args, "--dice", strings.Trim(given, `"`))
		}
		for _, l := range []string{"ru", "en"} {
			status, out, errs := run(t, "", append(args, "--lang", l)...)
			want := 2
			if strings.HasPrefix(cmd, "cases") && !strings.Contains(errs, f) {
				want = 1
			}
			if status != want {
				t.Errorf("%s %s: status %d\n%s%s", f, l, status, out, errs)
			}
			if line != "0" && !strings.Contains(out+errs, f+":"+line) {
				t.Errorf("%s %s: line %s is not named in\n%s%s", f, l, line, out, errs)
			}
			if strings.Contains(out+errs, "problem.") || strings.Contains(errs, "reason.") {
				t.Errorf("%s %s: a key has no words in\n%s%s", f, l, out, errs)
			}
		}
	}
}
