import { join } from 'node:path';
import { getCredentialStub, getGatewaySkill } from '../../../client/src/operations.js';
import { personFolder } from '../keys/folders.js';
import { home, readPrivate, writePrivate } from '../keys/home.js';
import type { Session } from '../server/session.js';
import { frameworkOf } from './frameworks.js';

/** For servers that cannot be asked for theirs. */
const BUILT_IN = `---
name: credential-gateway
description: How to call APIs from here. Read it before calling an external service, and on authentication errors.
---

Requests of this program go through Credential Gateway, by the proxy variables that are set. Call APIs at their real
addresses, without keys or authorization headers: the gateway adds them. Do not log in with any tool and do not ask for keys.

When an answer has an \`error\` with a link (\`connect_url\`, \`secret_url\`, \`manage_url\`, \`claim_url\`), show the link to the
person, and try again when they are done. A refusal by policy is final.
`;

/** Writes how to work behind the gateway to where the program looks for it. Returns what the program must be told. */
export async function writeSkill(session: Session, program: string): Promise<Record<string, string>> {
  const framework = frameworkOf(program);
  const path =
    framework === undefined ? home('skills', 'gateway.md') : join(personFolder(), ...framework.skill);
  const query = { agent_framework: program };
  const text = await session.askInWorkspace(getGatewaySkill, { query }).catch(() => BUILT_IN);
  writeForAgents(path, String(text));
  if (program === 'codex') await writeCodexLogin(session);
  return framework === undefined
    ? { CREDENTIAL_GATEWAY_SKILL_PATH: path, ONECLI_GATEWAY_SKILL_PATH: path }
    : {};
}

/** Codex asks for a login unless it finds one. There is nothing secret in this one, and a real one is left alone. */
async function writeCodexLogin(session: Session): Promise<void> {
  const path = join(personFolder(), '.codex', 'auth.json');
  if (readPrivate(path) !== undefined) return;
  const { content } = await session.askInWorkspace(getCredentialStub, { path: { agent: 'codex' } });
  writeForAgents(path, content);
}

/** In the folders of other programs, which the group may look into. */
function writeForAgents(path: string, text: string): void {
  if (readPrivate(path) !== text) writePrivate(path, text, { folder: 0o750 });
}
