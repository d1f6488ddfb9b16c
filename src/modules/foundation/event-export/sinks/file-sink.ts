import { type FileHandle, open } from 'node:fs/promises';
import { STANDARD_OUTPUT } from '../../../../kernel/config/kinds/export-kinds.js';
import type { BatchLines } from './batch-lines.js';
import type { Batch, Sink } from './sink.js';

const LINE_BREAK = 0x0a;
const PIECE = 65_536;
/** Its lines name people and hosts. */
const OWNER_ONLY = 0o600;

/** Appends lines to a file, or writes them to the standard output. */
export class FileSink implements Sink {
  readonly name = 'file';

  constructor(
    private readonly path: string,
    private readonly lines: BatchLines,
  ) {}

  async deliver({ events }: Batch): Promise<void> {
    const text = await this.lines.text(events);
    if (this.path === STANDARD_OUTPUT) await print(text);
    else await this.append(text);
  }

  /** Opened each time, so that a rotation needs no signal. On the disk before it is acknowledged. */
  private async append(text: string): Promise<void> {
    const file = await open(this.path, 'a+', OWNER_ONLY);
    try {
      await removeHalfLine(file);
      await file.appendFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}

/** What a process left that died while it wrote, or a disk that was full: its whole batch is written again. */
async function removeHalfLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  const buffer = Buffer.allocUnsafe(PIECE);
  for (let end = size; end > 0; end -= PIECE) {
    const start = Math.max(0, end - PIECE);
    const { bytesRead } = await file.read(buffer, 0, end - start, start);
    const last = buffer.subarray(0, bytesRead).lastIndexOf(LINE_BREAK);
    if (last === -1) continue;
    if (start + last + 1 < size) await file.truncate(start + last + 1);
    return;
  }
  if (size > 0) await file.truncate(0);
}

function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
