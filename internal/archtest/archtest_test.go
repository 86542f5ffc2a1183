package archtest

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "umpire"

// may lists, for each room, every room of the house that it may import, in the order from the
// bottom upwards. A name that ends in /… stands for all rooms below it. A room that is not listed
// fails the test, so a new one is placed on purpose.
var may = []struct {
	room  string
	rooms []string
}{
	{"dice", nil},
	{"internal/datafile", nil},
	{"internal/schema", nil},
	{"internal/archtest", nil},
	{"table", nil},
	{"rulebook", []string{"internal/datafile"}},
	{"explain", []string{"rulebook"}},
	{"procedure", []string{"dice", "rulebook", "explain"}},
	{"odds", []string{"dice", "rulebook", "explain", "procedure"}},
	{"system", []string{"dice", "rulebook", "explain", "procedure", "odds", "table", "internal/datafile", "internal/schema"}},
	{"casebook", []string{"dice", "rulebook", "explain", "procedure", "odds", "system", "internal/datafile", "internal/schema"}},
	{"system/systemtest", []string{"dice", "rulebook", "explain", "procedure", "odds", "system", "casebook", "internal/datafile", "internal/schema"}},
	{"system/…", []string{"dice", "rulebook", "explain", "procedure", "odds", "table", "system", "internal/datafile", "internal/schema"}},
	{"systems", []string{"system", "system/…"}},
	{"internal/lang", []string{"dice", "rulebook", "explain", "procedure", "odds", "system", "internal/datafile"}},
	{"internal/chart", []string{"dice", "rulebook", "explain", "procedure", "odds"}},
	{"internal/cli", []string{
		"dice", "rulebook", "explain", "procedure", "odds", "system", "systems", "casebook",
		"internal/lang", "internal/chart", "internal/datafile", "internal/schema",
	}},
	{"cmd/…", []string{"internal/cli"}},
}

// pure are the standard packages that the library rooms may import: they compute and know no
// clock, no chance, no file and no network. io/fs is the interface through which embedded texts
// are handed on; it opens nothing by itself.
var pure = []string{
	"bytes", "cmp", "context", "embed", "encoding/binary", "errors", "fmt", "hash/maphash", "io/fs", "iter", "maps",
	"math", "math/big", "math/bits", "path", "reflect", "slices", "sort", "strconv", "strings", "sync",
	"unicode", "unicode/utf8",
}

// more are the few imports that single rooms may have beyond pure, and why.
var more = map[string][]string{
	"dice":              {"math/rand/v2"},                                           // the seeded generator
	"odds":              {"unsafe"},                                                 // a state read as words, to spread it fast
	"internal/datafile": {"github.com/goccy/go-yaml", "github.com/goccy/go-yaml/…"}, // the YAML reader
	"system/systemtest": {"os", "path/filepath", "testing"},                         // a battery of tests
	"internal/lang":     {"golang.org/x/text/…"},                                    // plural forms
	"internal/chart":    {"html"},                                                   // escaping for SVG
	"internal/cli":      {"*"},                                                      // the edge
	"cmd/…":             {"*"},                                                      // the edge
	"internal/archtest": {"*"},                                                      // tests only
}

// file is one Go file of the house.
type file struct {
	room string // directory, slashes, relative to the root
	path string
	test bool
	ast  *ast.File
}

var fset = token.NewFileSet()

// house parses every Go file of the repository.
func house(t *testing.T) []file {
	t.Helper()
	root := filepath.Join("..", "..")
	var files []file
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || slices.Contains([]string{"testdata", "tools", "bin", "node_modules"}, name)) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		files = append(files, file{filepath.ToSlash(rel), path, strings.HasSuffix(name, "_test.go"), f})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 50 {
		t.Fatalf("only %d Go files found below %s", len(files), root)
	}
	return files
}

// matches says whether a path is the pattern, or lies below a pattern that ends in /….
func matches(pattern, path string) bool {
	if below, ok := strings.CutSuffix(pattern, "…"); ok {
		return strings.HasPrefix(path, below)
	}
	return pattern == "*" || pattern == path
}

func matchesAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, path) })
}

// entry finds the line of may for a room: the exact one before one with /….
func entry(room string) (pattern string, rooms []string, ok bool) {
	for _, r := range may {
		if r.room == room {
			return r.room, r.rooms, true
		}
	}
	for _, r := range may {
		if matches(r.room, room) {
			return r.room, r.rooms, true
		}
	}
	return "", nil, false
}

// fault says what is wrong with an import, or "".
func fault(room, path string) string {
	pattern, rooms, ok := entry(room)
	if !ok {
		return fmt.Sprintf("room %q has no place in the order", room)
	}
	if below, ok := strings.CutPrefix(path, module+"/"); ok {
		if !matchesAny(rooms, below) {
			return fmt.Sprintf("%s may not import the room %s", room, below)
		}
		return ""
	}
	if !slices.Contains(pure, path) && !matchesAny(more[pattern], path) {
		return fmt.Sprintf("%s may not import %s", room, path)
	}
	return ""
}

// TestImports holds the order of the rooms and what each may know of the world. Tests are exempt
// from the second part, and may use higher rooms.
func TestImports(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range house(t) {
		if f.test {
			continue
		}
		pattern, _, _ := entry(f.room)
		seen[pattern] = true
		for _, imp := range f.ast.Imports {
			path, err := strconv.Unquote(imp.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if why := fault(f.room, path); why != "" {
				t.Errorf("%s: %s", fset.Position(imp.Pos()), why)
			}
		}
	}
	for _, r := range may {
		if !seen[r.room] {
			t.Errorf("the order names %s, which does not exist", r.room)
		}
	}
}

// TestFault tries the check itself on imports that must and must not pass.
func TestFault(t *testing.T) {
	for _, c := range []struct {
		room, path string
		ok         bool
	}{
		{"procedure", "umpire/dice", true},
		{"dice", "umpire/procedure", false},
		{"procedure", "umpire/odds", false},
		{"system", "umpire/system/squadww2", false},
		{"system/squadww2", "umpire/system", true},
		{"system/squadww2", "umpire/system/systemtest", false},
		{"system/squadww2", "umpire/internal/lang", false},
		{"systems", "umpire/system/squadww2", true},
		{"cmd/umpire", "umpire/internal/cli", true},
		{"cmd/umpire", "umpire/odds", false},
		{"dice", "math/rand/v2", true},
		{"odds", "math/rand/v2", false},
		{"dice", "math/rand", false},
		{"system/squadww2", "time", false},
		{"system/squadww2", "os", false},
		{"system/squadww2", "embed", true},
		{"explain", "net/http", false},
		{"system/squadww2", "github.com/goccy/go-yaml", false},
		{"internal/datafile", "github.com/goccy/go-yaml/ast", true},
		{"internal/cli", "net", true},
		{"attic", "fmt", false},
	} {
		if why := fault(c.room, c.path); (why == "") != c.ok {
			t.Errorf("%s importing %s: %q", c.room, c.path, why)
		}
	}
}

// TestComments asks that every package has a package comment and every exported identifier a
// comment: its own, that of its group, or one at the end of its line.
func TestComments(t *testing.T) {
	commented := map[string]bool{}
	for _, f := range house(t) {
		if f.test {
			continue
		}
		commented[f.room] = commented[f.room] || f.ast.Doc != nil
		for _, id := range bare(f.ast) {
			t.Errorf("%s: %s is exported and has no comment", fset.Position(id.Pos()), id.Name)
		}
	}
	for room, ok := range commented {
		if !ok {
			t.Errorf("%s has no package comment", room)
		}
	}
}

// bare returns the exported top-level identifiers without a comment. Methods of unexported types
// count only where the type is exported.
func bare(f *ast.File) []*ast.Ident {
	var out []*ast.Ident
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && d.Doc == nil && (d.Recv == nil || receiver(d).IsExported()) && !obvious(d) {
				out = append(out, d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					if s.Name.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
						out = append(out, s.Name)
					}
				case *ast.ValueSpec:
					for _, n := range s.Names {
						if n.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil && !oneOf(d, s) {
							out = append(out, n)
						}
					}
				}
			}
		}
	}
	return out
}

// receiver returns the name of a method's type.
func receiver(d *ast.FuncDecl) *ast.Ident {
	x := d.Recv.List[0].Type
	for {
		switch y := x.(type) {
		case *ast.StarExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		case *ast.IndexListExpr:
			x = y.X
		case *ast.Ident:
			return y
		default:
			return ast.NewIdent("_")
		}
	}
}

// obvious methods are those whose whole meaning is the interface that they fulfil.
func obvious(d *ast.FuncDecl) bool {
	return d.Recv != nil && slices.Contains([]string{"Error", "String", "Run", "Judge"}, d.Name.Name)
}

// oneOf says whether a constant stands in a typed group, whose type says what it is.
func oneOf(d *ast.GenDecl, s *ast.ValueSpec) bool {
	if d.Tok != token.CONST || !d.Lparen.IsValid() {
		return false
	}
	for _, o := range d.Specs {
		v, ok := o.(*ast.ValueSpec)
		if ok && v.Type != nil {
			return true
		}
	}
	return s.Type != nil
}

// TestOddsOrder holds that no sum in package odds depends on the order of a map: nothing there
// ranges over one.
func TestOddsOrder(t *testing.T) {
	for _, f := range ranged(t, filepath.Join("..", "..", "odds")) {
		t.Errorf("%s: ranges over a map; the order of a sum would not be fixed", f)
	}
}

// TestRanged tries the check itself on a package that ranges over maps.
func TestRanged(t *testing.T) {
	dir := t.TempDir()
	src := `package p
type table map[string]int
func f(m table, s []int, g func() map[int]bool) (n int) {
	for range s { n++ }
	for k := range m { n += len(k) }
	for range g() { n++ }
	return n
}
`
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := ranged(t, dir); len(got) != 2 {
		t.Errorf("found %d ranges over maps, not 2: %v", len(got), got)
	}
}

// ranged returns the places in a package, tests aside, that range over a map.
func ranged(t *testing.T, dir string) []token.Position {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, p := range paths {
		if strings.HasSuffix(p, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, p, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	if len(files) == 0 {
		t.Fatalf("no Go files in %s", dir)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	conf := types.Config{Importer: importer.ForCompiler(set, "source", nil)}
	if _, err := conf.Check(dir, set, files, info); err != nil {
		t.Fatal(err)
	}
	var out []token.Position
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			r, ok := n.(*ast.RangeStmt)
			if !ok {
				return true
			}
			typ := info.TypeOf(r.X)
			if typ == nil {
				return true
			}
			if _, ok := typ.Underlying().(*types.Map); ok {
				out = append(out, set.Position(r.Pos()))
			}
			return true
		})
	}
	return out
}
