import { readSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandFailure } from './failure.js';
import { note } from './output.js';

const LINE_FEED = 0x0a;
const [INTERRUPT, END, BACKSPACE, DELETE, CLEAR] = ['\u0003', '\u0004', '\b', '\u007f', '\u0015'];
/** As a shell tells it of a program that Ctrl-C ended. */
const INTERRUPTED = 130;
const PIECE_BYTES = 64 * 1024;
/** Between two looks at a pipe that has nothing yet. */
const LOOK_AGAIN_MS = 10;

/**
 * All of standard input without the line's end that editors and `echo` add. On a terminal one line, which is not shown:
 * what is given this way is a secret more often than not.
 */
export async function standardInput(what: string): Promise<string> {
  if (process.stdin.isTTY) return hiddenLine(what);
  try {
    return (await textOf(process.stdin.fd)).replace(/\r?\n$/, '');
  } catch (error) {
    throw unreadable(error);
  }
}

/** The first line without its end; what follows stays there, for the program that is started. */
export async function firstLine(what: string, maxBytes: number): Promise<string> {
  if (process.stdin.isTTY) return hiddenLine(what);
  const line: number[] = [];
  const byte = Buffer.alloc(1);
  try {
    while (line.length < maxBytes && (await readInto(byte, process.stdin.fd)) > 0 && byte[0] !== LINE_FEED)
      line.push(byte[0]!);
  } catch (error) {
    throw unreadable(error);
  }
  return Buffer.from(line).toString('utf8');
}

/** All that can be read of a file or pipe, or its first bytes. */
export async function textOf(file: number, maxBytes = Infinity): Promise<string> {
  const pieces: Buffer[] = [];
  for (let bytes = 0; bytes < maxBytes;) {
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, maxBytes - bytes));
    const read = await readInto(piece, file);
    if (read === 0) break;
    pieces.push(piece.subarray(0, read));
    bytes += read;
  }
  return Buffer.concat(pieces).toString('utf8');
}

/**
 * How many bytes came; 0 at the end. A pipe whose other end a program such as Node.js made not to wait says EAGAIN while
 * it is empty, which is not its end.
 */
async function readInto(buffer: Buffer, file: number): Promise<number> {
  for (;;) {
    try {
      return readSync(file, buffer);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Windows says the end of a pipe this way.
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
    }
    await pause(LOOK_AGAIN_MS);
  }
}

function unreadable(error: unknown): CommandFailure {
  return new CommandFailure(
    `Standard input cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
  );
}

/** Node.js gives the terminal its own mode back however this ends. */
async function hiddenLine(what: string): Promise<string> {
  // Before it is asked for: who pastes at once would see it.
  process.stdin.setRawMode(true).setEncoding('utf8');
  process.stderr.write(`${what} (not shown): `);
  try {
    return await new Promise((resolve, reject) => {
      let typed: string[] = [];
      const gone = new CommandFailure('The terminal was closed.');
      process.stdin.once('error', () => reject(gone)).once('end', () => reject(gone));
      process.stdin.on('data', (text: string) => {
        for (const character of text) {
          if (character === '\r' || character === '\n') return resolve(typed.join(''));
          if (character === END) return resolve(typed.join(''));
          if (character === INTERRUPT) return interrupt();
          if (character === BACKSPACE || character === DELETE) typed.pop();
          else if (character === CLEAR) typed = [];
          else typed.push(character);
        }
      });
    });
  } finally {
    for (const event of ['data', 'end', 'error']) process.stdin.removeAllListeners(event);
    process.stdin.setRawMode(false).pause();
    note('');
  }
}

function interrupt(): never {
  process.stdin.setRawMode(false);
  note('');
  process.exit(INTERRUPTED);
}
