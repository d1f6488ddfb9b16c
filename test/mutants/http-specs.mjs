// What the unit specs leave alive is planted in a copy of the checkout, under the HTTP specs of its folder.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** The first beginning of the path counts. */
const THROUGH_HTTP = {
  'src/domain/decision/policy/': 'test/gateway/policy/(policy|grants|app-availability).spec.ts',
  'src/kernel/access/': 'test/kernel/access.spec.ts',
  'src/kernel/egress/destination/':
    'test/gateway/(wire/destination|wire/wire-egress|credentials/plain-http).spec.ts',
  'src/kernel/egress/': 'test/kernel/(provider-fetch|public-fetch).spec.ts',
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
const PATIENCE_MS = 300_000;

/** Sets `outcome` to `noticed` where an HTTP spec fails, and to `undefined` for what no time is left for. */
export async function throughHttp(root, faults, lastBegin, progress) {
  const alive = faults.filter(({ outcome, path }) => outcome !== 'noticed' && specsOf(path));
  if (alive.length === 0) return;
  const copy = copyOf(root);
  try {
    for (const fault of alive) {
      fault.outcome = Date.now() < lastBegin ? await outcomeOf(copy, fault) : undefined;
      if (fault.outcome) progress(fault.outcome);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function specsOf(path) {
  return Object.entries(THROUGH_HTTP).find(([beginning]) => path.startsWith(beginning))?.[1];
}

/** So that nothing of a fault is ever in the checkout. */
function copyOf(root) {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
  const folders = ['src', 'test', 'migrations', 'config', 'docs'];
  const tracked = execFileSync('git', ['ls-files', '-z', ...folders], { cwd: root }).toString();
  const roots = ['package.json', 'jest.config.mjs', 'tsconfig.json'];
  for (const path of [...tracked.split('\0').filter(Boolean), ...roots])
    cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

async function outcomeOf(copy, { path, start, end, text }) {
  const file = join(copy, path);
  const original = readFileSync(file, 'utf8');
  writeFileSync(file, original.slice(0, start) + text + original.slice(end));
  try {
    return await runSpecs(copy, specsOf(path));
  } finally {
    writeFileSync(file, original);
  }
}

/** A run that is cut off says nothing of the fault: `undefined`. */
function runSpecs(copy, pattern) {
  const options = ['-w', '1', '--bail', '--silent', '--selectProjects=system', '--testPathPatterns', pattern];
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...options];
  const child = spawn(process.execPath, jest, {
    cwd: copy,
    stdio: 'ignore',
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === null ? undefined : code === 0 ? 'survived' : 'noticed'));
  });
}
