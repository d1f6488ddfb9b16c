import { readFileSync } from 'node:fs';

/** What the contract says of one app (03 §17), read from its table: the code knows the same from `config/apps`. */
export interface ContractApp {
  id: string;
  name: string;
  kind: 'oauth' | 'github_app' | 'fields' | 'import';
  hosts: { host: string; prefixes: string[] }[];
  injection: string;
  /** How many tools read and write. */
  tools: { read: number; write: number };
}

const CONTRACT = readFileSync('docs/contract/03-apps-connections.md', 'utf8');

export const CONTRACT_APPS: readonly ContractApp[] = rowsOf('## 17. Provider overview').map(appOf);

/** Every address that the contract trades codes and refresh tokens at (03 §17.2). */
export const TOKEN_ADDRESSES: ReadonlySet<string> = new Set(
  rowsOf('### 17.2 OAuth endpoints').flatMap(([, , token = '']) =>
    quoted(token).map((url) =>
      url.replace('{accounts-server}', 'https://accounts.zoho.com').slice('https://'.length),
    ),
  ),
);

function appOf([
  id = '',
  name = '',
  ,
  kind = '',
  hosts = '',
  injection = '',
  ,
  tools = '',
]: string[]): ContractApp {
  const [read = 0, write = 0] = tools.split('/').map(Number);
  return {
    id,
    name,
    kind: kind as ContractApp['kind'],
    hosts: hostsOf(hosts),
    injection,
    tools: { read, write },
  };
}

/** `host` or `host` p `/prefix/` `/prefix/`, separated by commas. */
function hostsOf(cell: string): ContractApp['hosts'] {
  return cell.split(', ').map((entry) => {
    const [host = '', ...prefixes] = quoted(entry);
    return { host, prefixes };
  });
}

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
}

/** The cells of the first table below a heading, without its head. */
function rowsOf(heading: string): string[][] {
  const lines = CONTRACT.slice(CONTRACT.indexOf(heading)).split('\n');
  const from = lines.findIndex((line) => line.startsWith('|'));
  const to = lines.findIndex((line, at) => at > from && !line.startsWith('|'));
  return lines.slice(from + 2, to).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
