/** A memory as runners get it and write it back, and how large that may be (04 §4). */
interface MemoryDocument {
  key: string;
  title: string | null;
  description: string | null;
  content: string;
}

const MAX_OF_FILE = 200_000;
const MAX_OF_WRITE_BACK = 150_000;

const encoder = new TextEncoder();

export interface HomeFile {
  path: string;
  content: string;
}

/** Markdown under front matter. JSON is YAML: quotes and colons in a text stay text. */
export function memoryFile({ key, title, description, content }: MemoryDocument): HomeFile {
  const front = { key, title, description };
  const lines = Object.entries(front).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${JSON.stringify(value)}`],
  );
  return { path: `memories/${key}.md`, content: `---\n${lines.join('\n')}\n---\n\n${content}\n` };
}

/** Whether it fits as one file of a runner and as one write-back, both in JSON. */
export function fitsRunners(document: MemoryDocument): boolean {
  const { title, description, content } = document;
  return (
    bytesOf(memoryFile(document)) <= MAX_OF_FILE &&
    bytesOf({ content, title, description }) <= MAX_OF_WRITE_BACK
  );
}

function bytesOf(value: object): number {
  return encoder.encode(JSON.stringify(value)).length;
}
