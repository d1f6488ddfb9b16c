import process from 'node:process';

export const SYSTEMS = ['linux', 'darwin', 'windows'] as const;
export const PROCESSORS = ['amd64', 'arm64'] as const;

/** As archives name it: `linux/amd64`. */
export function ownPlatform(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `${system}/${process.arch === 'x64' ? 'amd64' : process.arch}`;
}
