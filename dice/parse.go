package dice

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseError says which written die could not be read.
type ParseError struct {
	Token string // as written
	Index int    // 0 for the first die
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("die %d: %q is neither a face (1 to 6) nor a direction (@0 to @359)", e.Index+1, e.Token)
}

// Parse reads dice as players write them: faces separated by spaces, commas, or slashes and
// bars that group them for the eye, and directions as "@90". The check that a face fits its die
// is made when it is thrown.
func Parse(text string) ([]int16, error) {
	fields := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t\r\n,;/|", c) })
	faces := make([]int16, 0, len(fields))
	for i, tok := range fields {
		n, err := strconv.ParseInt(strings.TrimPrefix(tok, "@"), 10, 16)
		if err != nil || n < 0 {
			return nil, &ParseError{tok, i}
		}
		faces = append(faces, int16(n))
	}
	return faces, nil
}
