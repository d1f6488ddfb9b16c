/** Waits for words that turn up in what a stand is sent. */
export class Arrivals {
  #waiting = new Map();

  of(word) {
    return new Promise((resolve) => this.#waiting.set(word, resolve));
  }

  arrived(word) {
    this.#waiting.get(word)?.();
    this.#waiting.delete(word);
  }

  /** Everything in the text that `asking.mjs` marked. */
  read(text) {
    for (const [word] of text.matchAll(/mark-\d+-\d+-/g)) this.arrived(word);
  }
}

/** Port of a server on loopback. */
export async function listening(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}

export async function textOf(request) {
  let text = '';
  request.setEncoding('utf8');
  for await (const piece of request) text += piece;
  return text;
}
