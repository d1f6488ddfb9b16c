import { createGzip } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';

export interface ArchiveEntry {
  readonly name: string;
  readonly mode: number;
  readonly content: Uint8Array;
}

/** A .tar.gz that is the same octets for the same entries: sorted, of nobody, of one time (07 B8.3). */
export async function archived(entries: readonly ArchiveEntry[], time = new Date(0)): Promise<Buffer> {
  const tar = pack();
  // Node's own header of gzip has neither name nor time.
  const packed = buffer(tar.pipe(createGzip({ level: 9 })));
  for (const { name, mode, content } of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1)))
    tar.entry({ name, mode, mtime: time, uid: 0, gid: 0, size: content.length }, Buffer.from(content));
  tar.finalize();
  return packed;
}
