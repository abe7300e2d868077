package agenttest

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Records are the types into which the tests of an agent decode each kind of record: "acceptance",
// "discovery", "options" (of a discovery case), "injection", "catalog", "mentions" and "editor".
type Records map[string][]any

// CheckFields checks that the tests of an agent read every field of its records, so that nothing that was
// recorded is ignored by accident. A field must be in one of the types for its kind, or in unread, which has
// the reason why it is not compared. A field is written as "kind.field.field". "*" stands for the keys of a
// map. The result of an injection is read by [EachInjection] too.
func CheckFields(t *testing.T, agent string, records Records, unread map[string]string) {
	t.Helper()
	oracle := OracleOf(t, agent)
	type expected struct{ Options, Expected map[string]json.RawMessage }
	checked := make(map[string]bool)
	found := make(map[string]bool)
	check := func(kind string, record json.RawMessage) {
		var value any
		if len(record) == 0 {
			return
		}
		if err := json.Unmarshal(record, &value); err != nil {
			t.Fatal(err)
		}
		checked[kind] = true
		var types []reflect.Type
		for _, read := range append(records[kind], sharedRecords[kind]...) {
			types = append(types, reflect.TypeOf(read))
		}
		unreadIn(value, types, kind, found)
	}
	for _, c := range DiscoveryCases(t, agent) {
		check("discovery", c.Expected[agent])
		check("options", c.Options[agent])
	}
	for _, kind := range []string{"injection", "catalog"} {
		for _, c := range ReadLines[expected](t, filepath.Join(oracle.Dir(), kind+".jsonl")) {
			check(kind, c.Expected[agent])
		}
	}
	check("mentions", ReadJSON[json.RawMessage](t, filepath.Join(oracle.Dir(), "mentions", agent+".json")))
	shared := filepath.Join(SharedDir(t), oracle.Name)
	kinds := map[string]string{"acceptance": filepath.Join("acceptance", agent+".jsonl.gz")}
	if records["editor"] != nil {
		kinds["editor"] = "editor." + agent + ".jsonl.gz"
	}
	for kind, file := range kinds {
		for _, record := range ReadLines[json.RawMessage](t, filepath.Join(shared, file)) {
			check(kind, record)
		}
	}
	for kind := range records {
		if !checked[kind] {
			t.Errorf("there are no records of the kind %s", kind)
		}
	}
	for _, field := range slices.Sorted(maps.Keys(found)) {
		if unread[field] == "" {
			t.Errorf("no test reads %s", field)
		}
	}
	for field := range unread {
		if !found[field] {
			t.Errorf("%s is read, or was not recorded", field)
		}
	}
}

// NotRecorded is a record of nothing, with the reason.
type NotRecorded struct {
	Reason string `json:"not_recorded"`
}

// sharedRecords are the types into which this package decodes the records of all agents.
var sharedRecords = Records{
	"acceptance": {CorpusVerdict{}},
	"injection":  {loadedRecord{}},
}

// unreadIn adds the fields of a value that are in none of the types to found. A type that is not a struct, a
// map or a list reads all of a value.
func unreadIn(value any, types []reflect.Type, path string, found map[string]bool) {
	switch value := value.(type) {
	case []any:
		items := below(types, reflect.Type.Elem, reflect.Slice, reflect.Array)
		for _, item := range value {
			unreadIn(item, items, path, found)
		}
	case map[string]any:
		for key, v := range value {
			fields := below(types, func(t reflect.Type) reflect.Type { return fieldOf(t, key) }, reflect.Struct)
			at := path + "." + key
			if values := below(types, reflect.Type.Elem, reflect.Map); len(values) > 0 {
				fields, at = append(fields, values...), path+".*"
			}
			if len(fields) == 0 {
				found[at] = true
			} else {
				unreadIn(v, fields, at, found)
			}
		}
	}
}

// below returns what the types of some kinds have below them. Types that read all of a value have themselves.
func below(types []reflect.Type, next func(reflect.Type) reflect.Type, kinds ...reflect.Kind) (list []reflect.Type) {
	for _, t := range types {
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Kind() == reflect.Interface || t == reflect.TypeFor[json.RawMessage]() {
			list = append(list, t)
		} else if slices.Contains(kinds, t.Kind()) {
			if found := next(t); found != nil {
				list = append(list, found)
			}
		}
	}
	return list
}

// fieldOf returns the type of the field of a struct into which a key is decoded, or nil.
func fieldOf(t reflect.Type, key string) reflect.Type {
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == key || name == "" && !f.Anonymous && strings.EqualFold(f.Name, key) {
			return f.Type
		}
	}
	return nil
}
