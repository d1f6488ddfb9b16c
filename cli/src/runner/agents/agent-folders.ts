import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../keys/folders.js';
import { AgentFolder } from './agent-folder.js';
import type { RunnerApi } from '../reports/runner-api.js';
import { isId } from '../reports/work.js';

const MAX_CHECKED = 500;

/** The agents that have something on this machine. */
export class AgentFolders {
  constructor(private readonly root: string) {
    makeFolder(root);
  }

  of(agentId: string): AgentFolder {
    return new AgentFolder(join(this.root, agentId), agentId);
  }

  /** Removes the homes of agents that exist no more, on the server's word alone (04 §9.2). */
  async removeOrphans(api: RunnerApi): Promise<void> {
    const listed = await api.call('GET', 'agents').catch(() => null);
    if (listed?.status !== 200) return;
    const ours = new Set(listed.body['agentIds'] as string[]);
    const others = readdirSync(this.root).filter((name) => isId(name) && !ours.has(name));
    for (let from = 0; from < others.length; from += MAX_CHECKED) {
      const agentIds = others.slice(from, from + MAX_CHECKED);
      const checked = await api.call('POST', 'agents/check', { agentIds }).catch(() => null);
      const missing = checked?.status === 200 ? (checked.body['missing'] as string[]) : [];
      for (const agentId of missing) if (others.includes(agentId)) this.of(agentId).remove();
    }
  }
}
