export function part(file: string, name: string): Promise<{ before: string; is: string; after: string }>;
export function writePart(file: string, name: string, wanted: string): Promise<void>;
export function markdownTable(head: readonly string[], lines: readonly (readonly string[])[]): string;
