// Which HTTP specs what the unit specs leave alive is planted under (`http-process.mjs`).
import { globSync } from 'node:fs';
import { throughProcesses } from './unit-runs.mjs';

/** The first beginning of the path counts. */
const THROUGH_HTTP = {
  'src/domain/decision/policy/': 'test/gateway/policy/(policy|grants|app-availability).spec.ts',
  'src/kernel/access/': 'test/kernel/access.spec.ts',
  'src/kernel/egress/destination/':
    'test/gateway/(wire/destination|wire/wire-egress|credentials/plain-http).spec.ts',
  'src/kernel/egress/': 'test/kernel/(provider-(fetch|calls)|public-fetch).spec.ts',
  'src/gateway/stages/authorization/budget': 'test/gateway/limits/budget-(measure|unanswered).spec.ts',
  'src/gateway/stages/call-quota': 'test/gateway/limits/call-quota.spec.ts',
  'src/gateway/stages/c':
    'test/gateway/(credentials/connections|credentials/connection-credentials|policy/body-readings|policy/named-paths).spec.ts',
  'src/gateway/stages/hints': 'test/gateway/policy/hints.spec.ts',
  'src/gateway/stages/authorization/placeholder-refresh':
    'test/gateway/credentials/placeholder-refresh.spec.ts',
  'src/gateway/stages/authorization/rate-limits': 'test/gateway/limits/rate-limits.spec.ts',
  'src/gateway/stages/':
    'test/gateway/(policy/(policy|approvals|app-availability|path-spellings|body-turns)|credentials/injection).spec.ts',
  'src/modules/people/identity/': 'test/api/directory/(managed-accounts|members|sso-sign-in).spec.ts',
  'src/modules/directory/members/': 'test/api/directory/(members|managed-accounts).spec.ts',
  'src/modules/directory/scim':
    'test/api/directory/(scim-users|scim-groups|scim-filters|managed-accounts).spec.ts',
  'src/modules/directory/sso': 'test/api/directory/sso-.*.spec.ts',
  'src/modules/directory/workspace-access/': 'test/api/directory/workspace-access.spec.ts',
  'src/modules/directory/domains/': 'test/api/directory/domains.spec.ts',
  'src/modules/directory/provisions/': 'test/api/directory/provisions.spec.ts',
  'src/modules/directory/': 'test/api/directory/(groups|members|workspace-access).spec.ts',
};

/** Sets `outcome` to what the HTTP specs say, and to `undefined` for what no time is left for. */
export async function throughHttp(root, faults, lastBegin, progress) {
  const alive = faults.filter(({ outcome, path }) => outcome !== 'noticed' && specsOf(path));
  for (const fault of alive) fault.outcome = undefined;
  const groups = Map.groupBy(alive, ({ path }) => specsOf(path));
  const all = globSync('test/**/*.spec.ts', { cwd: root }).sort();
  for (const [pattern, members] of groups) {
    const specs = all.filter((path) => new RegExp(pattern).test(path));
    await throughProcesses('http-process.mjs', members, specs, progress, lastBegin);
  }
}

function specsOf(path) {
  return Object.entries(THROUGH_HTTP).find(([beginning]) => path.startsWith(beginning))?.[1];
}
