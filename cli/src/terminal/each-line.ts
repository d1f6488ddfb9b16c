import type { Readable } from 'node:stream';

export class LineTooLong extends Error {}

/**
 * Hands over line by line what a program writes, the last one without its end too; resolves when it writes no more, or
 * when `take` answers true. Never holds more than one line of `longest` bytes.
 */
export function eachLine(
  stream: Readable,
  longest: number,
  take: (line: string) => boolean,
): Promise<'taken' | 'ended'> {
  return new Promise((resolve, reject) => {
    let begun: Buffer[] = [];
    let held = 0;
    const settle = (result: () => void): void => {
      stream.off('data', read).off('close', ended).off('end', ended);
      // What follows is of no interest, and must not stop the program that writes it.
      stream.resume();
      result();
    };
    const taken = (): boolean => {
      const line = Buffer.concat(begun).toString('utf8');
      begun = [];
      held = 0;
      if (!take(line)) return false;
      settle(() => resolve('taken'));
      return true;
    };
    const read = (piece: Buffer): void => {
      let from = 0;
      for (let at = piece.indexOf(10); ; at = piece.indexOf(10, from)) {
        const part = piece.subarray(from, at < 0 ? undefined : at);
        held += part.length;
        if (held > longest) return settle(() => reject(new LineTooLong()));
        begun.push(part);
        if (at < 0) return;
        from = at + 1;
        if (taken()) return;
      }
    };
    const ended = (): void => {
      if (held > 0 && taken()) return;
      settle(() => resolve('ended'));
    };
    stream.on('data', read).once('end', ended).once('close', ended);
  });
}
