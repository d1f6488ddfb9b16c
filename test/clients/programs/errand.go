// The same errand with net/http, which takes proxy and authority from the environment. Prints one JSON line.
package main

import (
	"bytes"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
)

func ask(method, path string, body io.Reader) (int, string) {
	request, err := http.NewRequest(method, os.Getenv("BASE")+path, body)
	if err != nil {
		log.Fatal(err)
	}
	if token := os.Getenv("TOKEN"); token != "" {
		request.Header.Set("X-Agent-Token", token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		log.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func main() {
	_, hello := ask("GET", "/hello", nil)
	_, echo := ask("POST", "/echo", bytes.NewReader(bytes.Repeat([]byte("z"), 1000000)))
	blocked, reason := ask("GET", "/blocked", nil)
	line, _ := json.Marshal(map[string]any{"hello": hello, "echo": len(echo), "blocked": blocked, "reason": reason})
	os.Stdout.Write(append(line, '\n'))
}
