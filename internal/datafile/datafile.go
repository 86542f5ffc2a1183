// Package datafile reads YAML and JSON strictly and knows where in the file each field stands.
// All use of the YAML library sits here.
package datafile

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Fault is what kind of mistake a file holds.
type Fault string

const (
	// Syntax is text that is neither YAML nor JSON.
	Syntax Fault = "syntax"
	// Unknown is a field that does not exist.
	Unknown Fault = "unknown-field"
	// Type is a value of the wrong type, or a number out of the type's range.
	Type Fault = "wrong-type"
	// Duplicate is a field that stands twice.
	Duplicate Fault = "duplicate-field"
	// Shape is a document that is not a mapping where one is needed.
	Shape Fault = "wrong-shape"
)

// Error is a mistake in a file with its place.
type Error struct {
	File         string
	Line, Column int // from 1; 0 when unknown
	Fault        Fault
	Field        string // path of the field concerned, where known
	Detail       string // the library's own words, for Syntax and Type
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s %s %s", e.File, e.Line, e.Column, e.Fault, e.Field, e.Detail)
}

// Doc is a parsed document: one mapping or another value.
type Doc struct {
	File string
	node ast.Node
}

// Parse reads one document.
func Parse(file string, text []byte) (doc *Doc, err error) {
	defer recovered(file, &err)
	f, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, convert(file, err)
	}
	for _, d := range f.Docs {
		if d.Body != nil {
			if len(f.Docs) > 1 && doc != nil {
				return nil, at(file, d.Body, Shape, "", "more than one document")
			}
			doc = &Doc{file, d.Body}
		}
	}
	if doc == nil {
		return nil, &Error{File: file, Line: 1, Column: 1, Fault: Shape, Detail: "empty"}
	}
	return doc, nil
}

// recovered turns a panic of the YAML library into an error, so that no file can stop the program.
func recovered(file string, err *error) {
	if r := recover(); r != nil {
		*err = &Error{File: file, Line: 1, Column: 1, Fault: Syntax, Detail: fmt.Sprint(r)}
	}
}

// Decode reads a whole file into v, refusing unknown and doubled fields.
func Decode(file string, text []byte, v any) error {
	doc, err := Parse(file, text)
	if err != nil {
		return err
	}
	return doc.Decode(v)
}

// Decode reads the document into v, refusing unknown and doubled fields.
func (d *Doc) Decode(v any) (err error) {
	defer recovered(d.File, &err)
	if err := yaml.NodeToValue(d.node, v, yaml.Strict()); err != nil {
		e := convert(d.File, err)
		e.Field = d.pathAt(e.Line, e.Column)
		return e
	}
	return nil
}

// Field returns the document below a field of a mapping, or nil when it is absent.
func (d *Doc) Field(name string) *Doc {
	f, _ := d.part(name)
	return f
}

// Items returns the documents of a sequence; it is empty for anything else.
func (d *Doc) Items() []*Doc {
	var out []*Doc
	if s, ok := unwrap(d.node).(*ast.SequenceNode); ok {
		for _, v := range s.Values {
			out = append(out, &Doc{d.File, v})
		}
	}
	return out
}

// Keys returns the fields of a mapping in order.
func (d *Doc) Keys() []string {
	var out []string
	for _, kv := range d.entries() {
		out = append(out, key(kv))
	}
	return out
}

// IsMapping says whether the document is a mapping.
func (d *Doc) IsMapping() bool {
	switch unwrap(d.node).(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return true
	}
	return false
}

// Without returns the mapping without the named fields.
func (d *Doc) Without(names ...string) *Doc {
	m := &ast.MappingNode{BaseNode: &ast.BaseNode{}, Start: d.node.GetToken(), End: d.node.GetToken()}
next:
	for _, kv := range d.entries() {
		for _, n := range names {
			if key(kv) == n {
				continue next
			}
		}
		m.Values = append(m.Values, kv)
	}
	return &Doc{d.File, m}
}

// Text returns the document as YAML.
func (d *Doc) Text() string { return d.node.String() }

// Place returns line and column of the field with the given path ("target.men",
// "shooters[1].weapon"), or of its nearest parent that stands in the file.
func (d *Doc) Place(path string) (line, column int) {
	node := d.node
	pos := node.GetToken().Position
	cur := d
	for _, part := range splitPath(path) {
		next, start := cur.part(part)
		if next == nil {
			break
		}
		cur, pos = next, start.Position
	}
	return pos.Line, pos.Column
}

// part returns what a part of a path names in the document, and the token where it starts; nil
// when it does not stand there.
func (d *Doc) part(part string) (*Doc, *token.Token) {
	if strings.HasPrefix(part, "[") {
		items := d.Items()
		if i := indexOf(part, len(items)); i >= 0 {
			return items[i], items[i].node.GetToken()
		}
		return nil, nil
	}
	for _, kv := range d.entries() {
		if key(kv) == part {
			return &Doc{d.File, kv.Value}, kv.Key.GetToken()
		}
	}
	return nil, nil
}

// indexOf returns the index that a part of a path such as "[2]" names in a list of n items, or -1.
func indexOf(part string, n int) int {
	digits, ok := strings.CutSuffix(strings.TrimPrefix(part, "["), "]")
	i, err := strconv.Atoi(digits)
	if !ok || err != nil || i < 0 || i >= n {
		return -1
	}
	return i
}

func splitPath(path string) []string {
	path = strings.ReplaceAll(path, "[", ".[")
	return strings.FieldsFunc(path, func(r rune) bool { return r == '.' })
}

// pathAt returns the path of the innermost field whose key or value starts at the place.
func (d *Doc) pathAt(line, column int) string {
	var found string
	var walk func(n *Doc, path string)
	hit := func(t *token.Token) bool { return t != nil && t.Position.Line == line && t.Position.Column == column }
	walk = func(n *Doc, path string) {
		for _, kv := range n.entries() {
			p := key(kv)
			if path != "" {
				p = path + "." + p
			}
			if hit(kv.Key.GetToken()) || kv.Value != nil && hit(kv.Value.GetToken()) {
				found = p
			}
			if kv.Value != nil {
				walk(&Doc{d.File, kv.Value}, p)
			}
		}
		for i, it := range n.Items() {
			p := fmt.Sprintf("%s[%d]", path, i)
			if hit(it.node.GetToken()) {
				found = p
			}
			walk(it, p)
		}
	}
	walk(d, "")
	return found
}

func (d *Doc) entries() []*ast.MappingValueNode {
	switch n := unwrap(d.node).(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	return nil
}

func unwrap(n ast.Node) ast.Node {
	for {
		switch x := n.(type) {
		case *ast.AnchorNode:
			n = x.Value
		case *ast.TagNode:
			n = x.Value
		default:
			return n
		}
	}
}

func key(kv *ast.MappingValueNode) string {
	if s, ok := kv.Key.(*ast.StringNode); ok {
		return s.Value
	}
	return kv.Key.GetToken().Value
}

func at(file string, n ast.Node, fault Fault, field, detail string) *Error {
	p := n.GetToken().Position
	return &Error{file, p.Line, p.Column, fault, field, detail}
}

func convert(file string, err error) *Error {
	e := &Error{File: file, Line: 1, Column: 1, Fault: Syntax, Detail: err.Error()}
	var ye yaml.Error
	if !errors.As(err, &ye) {
		return e
	}
	e.Detail = ye.GetMessage()
	if t := ye.GetToken(); t != nil && t.Position != nil {
		e.Line, e.Column = t.Position.Line, t.Position.Column
	}
	switch x := ye.(type) {
	case *yaml.SyntaxError:
		// The parser finds doubled keys before the decoder does.
		if strings.Contains(e.Detail, "already defined") {
			e.Fault, e.Detail = Duplicate, x.GetToken().Value
			e.Field = e.Detail
		}
	case *yaml.UnknownFieldError:
		e.Fault, e.Detail = Unknown, x.GetToken().Value
	case *yaml.DuplicateKeyError:
		e.Fault, e.Detail = Duplicate, x.GetToken().Value
	case *yaml.TypeError:
		e.Fault, e.Detail = Type, x.GetToken().Value
	case *yaml.OverflowError:
		e.Fault, e.Detail = Type, x.GetToken().Value
	case *yaml.UnexpectedNodeTypeError:
		e.Fault, e.Detail = Type, x.GetToken().Value
	}
	return e
}

// at returns the document at a path, or nil.
func (d *Doc) at(path string) *Doc {
	cur := d
	for _, part := range splitPath(path) {
		if cur, _ = cur.part(part); cur == nil {
			return nil
		}
	}
	return cur
}

// Has says whether the field with the given path stands in the document.
func (d *Doc) Has(path string) bool { return d.at(path) != nil }

// Scalar says what is written at the path: "int", "float", "bool", "string", "null", or "" for
// mappings, sequences and absent fields.
func (d *Doc) Scalar(path string) string {
	f := d.at(path)
	if f == nil {
		return ""
	}
	switch unwrap(f.node).(type) {
	case *ast.IntegerNode:
		return "int"
	case *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return "float"
	case *ast.BoolNode:
		return "bool"
	case *ast.StringNode, *ast.LiteralNode:
		return "string"
	case *ast.NullNode:
		return "null"
	}
	return ""
}

// With returns a document's text with the field at a path set to a value written as YAML.
func With(file string, text []byte, path, value string) (out []byte, err error) {
	defer recovered(file, &err)
	var tree, v any
	if err := yaml.Unmarshal(text, &tree); err != nil {
		return nil, convert(file, err)
	}
	if err := yaml.Unmarshal([]byte(value), &v); err != nil {
		return nil, convert(file, err)
	}
	if tree, err = set(tree, splitPath(path), v); err != nil {
		return nil, &Error{File: file, Line: 1, Column: 1, Fault: Shape, Field: path, Detail: err.Error()}
	}
	return yaml.Marshal(tree)
}

func set(tree any, path []string, v any) (any, error) {
	if len(path) == 0 {
		return v, nil
	}
	if strings.HasPrefix(path[0], "[") {
		list, _ := tree.([]any)
		i := indexOf(path[0], len(list))
		if i < 0 {
			return nil, fmt.Errorf("no item %s", path[0])
		}
		x, err := set(list[i], path[1:], v)
		list[i] = x
		return list, err
	}
	m, ok := tree.(map[string]any)
	if tree == nil {
		m, ok = map[string]any{}, true
	}
	if !ok {
		return nil, fmt.Errorf("no field %s", path[0])
	}
	x, err := set(m[path[0]], path[1:], v)
	m[path[0]] = x
	return m, err
}
