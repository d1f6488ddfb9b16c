import { readFileSync } from 'node:fs';
import process from 'node:process';
import { CommandFailure } from './failure.js';
import { note } from './output.js';

const [INTERRUPT, END, BACKSPACE, DELETE, CLEAR] = ['\u0003', '\u0004', '\b', '\u007f', '\u0015'];
/** As a shell tells it of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/**
 * All of standard input without the line's end that editors and `echo` add. On a terminal one line, which is not shown:
 * what is given this way is a secret more often than not.
 */
export async function standardInput(what: string): Promise<string> {
  if (process.stdin.isTTY) return hiddenLine(what);
  try {
    return readFileSync(process.stdin.fd, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new CommandFailure(
      `Standard input cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    );
  }
}

/** Node.js gives the terminal its own mode back however this ends. */
async function hiddenLine(what: string): Promise<string> {
  // Before it is asked for: who pastes at once would see it.
  process.stdin.setRawMode(true).setEncoding('utf8');
  process.stderr.write(`${what} (not shown): `);
  try {
    return await new Promise((resolve, reject) => {
      let typed: string[] = [];
      const gone = new CommandFailure('The terminal went away.');
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
