import { readdirSync, readFileSync } from 'node:fs';

export interface ToolRequest {
  app: string;
  tool: string;
  group: 'read' | 'write';
  method: string;
  url: string;
}

interface AppFile {
  id: string;
  tools: {
    id: string;
    group: 'read' | 'write';
    matches: { method: string | null; host: string; path: string }[];
  }[];
}

/** A request for each tool of each app, made of the first of its patterns. */
export const TOOLS: readonly ToolRequest[] = readdirSync('config/apps')
  .map((file) => JSON.parse(readFileSync(`config/apps/${file}`, 'utf8')) as AppFile)
  .flatMap(({ id, tools }) =>
    tools.map(({ id: tool, group, matches: [match] }) => ({
      app: id,
      tool,
      group,
      method: match!.method ?? 'POST',
      url: `https://${someHost(match!.host)}${match!.path === '*' ? '/x' : match!.path.replaceAll('*', 'x')}`,
    })),
  );

/** A host the pattern stands for, as its provider would have it. */
export function someHost(pattern: string): string {
  if (!pattern.includes('*')) return pattern;
  if (pattern.startsWith('*.amazonaws') || pattern.startsWith('*.api.aws'))
    return pattern.replace('*', 'sqs.eu-west-1');
  if (pattern.includes('amazonaws')) return pattern.replace('*', 'eu-west-1');
  if (pattern.startsWith('*-')) return pattern.replace('*', 'us-central1');
  return pattern.replace('*', 'acme');
}
