import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the build knows of a file of the bundle: from a column of the line `firstLines[i]` on it is made of `sources[i]`. */
interface Positions {
  firstLines: number[];
  firstColumns: number[];
  sources: string[];
  mappings: string[];
}

/** Whose text is the line that V8 would write. */
interface Frame extends NodeJS.CallSite {
  toString(): string;
}

/** Files that one stack names at most, in practice; beyond it the oldest is read again. */
const MAX_MAPS = 64;

/**
 * Makes stacks of faults name the files and lines of the sources, for what was bundled into `folder` of the installation
 * `root`. Node's own way reads and counts the whole map of a bundle when it is loaded, faults or not: a fifth of a second.
 * Here nothing is read before the first stack is.
 */
export function nameSourcePositions(folder: string, root: string): void {
  const bundle = new BundlePositions(folder, root);
  Error.prepareStackTrace = (error, frames) =>
    [headOf(error), ...frames.map((frame) => `    at ${bundle.named(frame)}`)].join('\n');
}

/** As V8 writes it; what is thrown may have any `name` and `message`, or some that throw. */
function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

class BundlePositions {
  private readonly files = new Map<string, Positions | null>();
  private readonly maps = new Map<string, SourceMap>();

  constructor(
    private readonly folder: string,
    private readonly root: string,
  ) {}

  named(frame: Frame): string {
    const text = frame.toString();
    const [url, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
    if (!url?.startsWith('file:') || line === null || column === null) return text;
    const origin = this.originOf(url, line - 1, column - 1);
    return origin === null ? text : text.replace(`${url}:${line}:${column}`, () => origin);
  }

  private originOf(url: string, line: number, column: number): string | null {
    const positions = this.positionsOf(url);
    if (positions === null) return null;
    const part = positions.firstLines.findLastIndex(
      (first, at) => first < line || (first === line && positions.firstColumns[at]! <= column),
    );
    const [source, first] = [positions.sources[part], positions.firstLines[part]];
    if (source === undefined || first === undefined) return null;
    const entry = this.mapOf(`${url}#${part}`, positions.mappings[part]!).findEntry(line - first, column);
    if (!('originalLine' in entry)) return null;
    return `${join(this.root, source)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  }

  private positionsOf(url: string): Positions | null {
    const known = this.files.get(url);
    if (known !== undefined) return known;
    const path = fileURLToPath(url);
    const beside = `${path}.positions.json`;
    const positions =
      dirname(path) === this.folder && existsSync(beside)
        ? (JSON.parse(readFileSync(beside, 'utf8')) as Positions)
        : null;
    // Those of others are not kept: there is no end to what is loaded under an address of its own.
    if (dirname(path) === this.folder) this.files.set(url, positions);
    return positions;
  }

  private mapOf(key: string, mappings: string): SourceMap {
    const known = this.maps.get(key);
    if (known) return known;
    const map = new SourceMap({ version: 3, sources: [''], names: [], mappings } as never);
    if (this.maps.size >= MAX_MAPS) this.maps.delete(this.maps.keys().next().value!);
    this.maps.set(key, map);
    return map;
  }
}
