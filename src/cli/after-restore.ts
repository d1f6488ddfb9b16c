import { Command } from 'commander';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import { Epochs } from '../kernel/database/epochs.js';
import { Notifications } from '../kernel/database/notifications.js';
import { RestoredDatabase, type Settled } from '../modules/foundation/operator/restored-database.js';
import { inDeployment } from './deployment/deployment.js';
import { columns, note, print, printJson, prose } from './deployment/output.js';

const ABOUT = `Run this after a database was restored to an earlier state. It ends every session, password reset, device login and
sign-in in progress, because the database no longer knows which of them ended later. It writes this to every organization's
audit log and makes running servers read everything again. Agents and API keys keep working; the command prints their number.`;

const WHAT_REMAINS = `Credentials that were revoked after that time are valid again, and replaced values are the old ones. Read the later audit
log in your log store, and regenerate or delete these items again. docs/disaster-recovery.md
has the list.`;

export function afterRestoreCommand(): Command {
  return new Command('after-restore')
    .summary('end what may have been ended since the backup')
    .description(prose(ABOUT))
    .option('--json', 'print the result as JSON')
    .action(afterRestore);
}

async function afterRestore({ json }: { json?: true }): Promise<void> {
  const settled = await inDeployment(loadConfiguration(), ({ db, url }) => {
    const epochs = new Epochs(db, new Notifications({ url, close: () => Promise.resolve() }));
    return new RestoredDatabase(db, epochs).settle();
  });
  if (json) return printJson(settled);
  print(...describe(settled));
  note(`\n${prose(WHAT_REMAINS)}`);
}

function describe({ ended, standing }: Settled): string[] {
  const { sessions, ...others } = ended;
  const underWay = Object.values(others).reduce((sum, number) => sum + number, 0);
  return columns([
    ['Sessions ended', String(sessions)],
    ['Sign-ins, resets and device logins ended', String(underWay)],
    ['Agents whose token is valid', String(standing.agentTokens)],
    ['API keys and tokens of directories that are valid', String(standing.keys)],
    ['Invitations that can be accepted', String(standing.invitations)],
    ['Newest audit entry', standing.lastAuditEntry?.toISOString() ?? 'none'],
  ]);
}
