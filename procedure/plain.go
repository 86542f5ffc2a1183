package procedure

import (
	"fmt"
	"reflect"
	"sync"
)

var plain sync.Map // reflect.Type to error

// Plain says why a type cannot be the state of a procedure: states are merged when they are
// equal, so they may hold integers, booleans, strings, and arrays and structs of these, but no
// pointers, channels or interfaces (equal contents would differ) and no floats (NaN never
// merges, and equal values reached on two ways would differ in their last bits).
func Plain[S comparable]() error {
	t := reflect.TypeFor[S]()
	if err, ok := plain.Load(t); ok {
		e, _ := err.(error)
		return e
	}
	err := plainType(t, t.String())
	plain.Store(t, err)
	return err
}

func plainType(t reflect.Type, path string) error {
	switch t.Kind() {
	case reflect.Bool, reflect.String,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return nil
	case reflect.Array:
		return plainType(t.Elem(), path+"[]")
	case reflect.Struct:
		for i := range t.NumField() {
			if err := plainType(t.Field(i).Type, path+"."+t.Field(i).Name); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("procedure: %s is of kind %s, which a state may not hold", path, t.Kind())
}
