interface Ended {
  code: number | null;
  stdout: string;
  output: string;
}

export function print(line?: string): void;
export function run(program: string, args: string[], options?: object): Promise<Ended>;
export function npmTools(packages: readonly string[]): Promise<string | null>;
export function pythonTools(packages: readonly string[]): Promise<string | null>;
export function writeDocument(file: string): Promise<void>;
