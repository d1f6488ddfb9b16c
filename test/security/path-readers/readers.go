// What Go's parsers make of request targets: a JSON list of targets in, a list of readings out. Without net/http, which
// takes a minute to build; what its ServeMux does with a path is done here with the same functions.
package main

import (
	"encoding/json"
	"net/url"
	"os"
	"path"
	"strings"
)

// As ServeMux cleans paths: path.Clean, with the trailing slash kept.
func cleaned(text string) string {
	clean := path.Clean("/" + text)
	if strings.HasSuffix(text, "/") && clean != "/" {
		return clean + "/"
	}
	return clean
}

// As ServeMux matches since Go 1.22: segment by segment, each unescaped by itself.
func bySegments(escaped string) string {
	segments := strings.Split(cleaned(escaped), "/")
	for at, segment := range segments {
		if plain, err := url.PathUnescape(segment); err == nil {
			segments[at] = plain
		}
	}
	return strings.Join(segments, "/")
}

func readings(target string) []string {
	found := []string{}
	for _, parse := range []func(string) (*url.URL, error){url.ParseRequestURI, url.Parse} {
		if parsed, err := parse(target); err == nil {
			escaped := parsed.EscapedPath()
			found = append(found, parsed.Path, cleaned(parsed.Path), escaped, bySegments(escaped))
		}
	}
	return found
}

func main() {
	var targets []string
	if err := json.NewDecoder(os.Stdin).Decode(&targets); err != nil {
		panic(err)
	}
	all := make([][]string, 0, len(targets))
	for _, target := range targets {
		all = append(all, readings(target))
	}
	if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
		panic(err)
	}
}
