package explain

// Refusal says that something may not be done, and why: at least one reason. It is an answer
// of the rules, not a fault of the input; its place is the field that it turns on.
type Refusal struct {
	Place
	Reasons []Reason `json:"reasons"`
}

// Refuse makes a refusal that turns on the given field.
func Refuse(field string, reasons ...Reason) *Refusal {
	return &Refusal{Place{Field: field}, reasons}
}
