export function faultsOf(source: string): string[];
