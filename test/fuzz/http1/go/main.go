// Reads HTTP/1.1 messages with net/http: batches of messages on standard input, readings on standard output.
//
// A message is: kind (1 octet: 0 request, 1 response, 2 response to HEAD), length (4, big-endian), octets. A batch is
// its number of messages (4) and the messages. The answer is, for each message, a length (4) and text: lines of what it
// starts with, its host, the octets read, fields and trailers by name; then the body. Or `!` and an error.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"os"
	"sort"
	"strings"
)

var headRequest = &http.Request{Method: "HEAD"}
var getRequest = &http.Request{Method: "GET"}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	source := bytes.NewReader(nil)
	reader := bufio.NewReader(source)
	for {
		var count uint32
		if binary.Read(in, binary.BigEndian, &count) != nil {
			return
		}
		for ; count > 0; count-- {
			var head [5]byte
			if _, err := io.ReadFull(in, head[:]); err != nil {
				return
			}
			message := make([]byte, binary.BigEndian.Uint32(head[1:]))
			if _, err := io.ReadFull(in, message); err != nil {
				return
			}
			source.Reset(message)
			reader.Reset(source)
			answer := read(head[0], reader, source, len(message))
			var size [4]byte
			binary.BigEndian.PutUint32(size[:], uint32(len(answer)))
			out.Write(size[:])
			out.WriteString(answer)
		}
		out.Flush()
	}
}

func read(kind byte, reader *bufio.Reader, source *bytes.Reader, length int) string {
	if kind == 0 {
		request, err := http.ReadRequest(reader)
		if err != nil {
			return "!" + err.Error()
		}
		content, err := io.ReadAll(request.Body)
		if err != nil {
			return "!body: " + err.Error()
		}
		start := fmt.Sprintf("%s %s %d\n%s", request.Method, request.RequestURI, request.ProtoMinor, request.Host)
		return render(start, length-source.Len()-reader.Buffered(), request.Header, request.Trailer, content)
	}
	asked := getRequest
	if kind == 2 {
		asked = headRequest
	}
	response, err := http.ReadResponse(reader, asked)
	if err != nil {
		return "!" + err.Error()
	}
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return "!body: " + err.Error()
	}
	start := fmt.Sprintf("%d %d\n", response.StatusCode, response.ProtoMinor)
	return render(start, length-source.Len()-reader.Buffered(), response.Header, response.Trailer, content)
}

func render(start string, end int, header, trailer http.Header, content []byte) string {
	// Taken out in some messages and not in others.
	for _, name := range []string{"Connection", "Transfer-Encoding", "Trailer"} {
		header.Del(name)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n%d\n", start, end)
	lines(&text, header)
	text.WriteString("\n")
	lines(&text, trailer)
	text.WriteString("\n")
	text.Write(content)
	return text.String()
}

func lines(text *strings.Builder, header http.Header) {
	names := make([]string, 0, len(header))
	for name := range header {
		names = append(names, name)
	}
	sort.Slice(names, func(a, b int) bool { return strings.ToLower(names[a]) < strings.ToLower(names[b]) })
	for _, name := range names {
		for _, value := range header[name] {
			fmt.Fprintf(text, "%s:%s\n", strings.ToLower(name), value)
		}
	}
}
