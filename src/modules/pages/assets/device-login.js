/** `/auth/cli`: a signed-in person lets the command line that waits with `code` into a workspace (01 §14). */
import {
  attempt,
  call,
  element,
  fill,
  onSubmit,
  parameter,
  show,
  signedIn,
  signInAddress,
} from './common.js';

/** Enough to compare with the terminal by eye. */
const SHOWN = 8;

const code = parameter('code');

function offer(organizations, chosen) {
  for (const { name, workspaces } of organizations) {
    const group = document.createElement('optgroup');
    group.label = name;
    for (const workspace of workspaces) {
      const option = new Option(workspace.name ?? workspace.id, workspace.id);
      option.selected = workspace.id === chosen;
      group.append(option);
    }
    if (workspaces.length > 0) element('workspace').append(group);
  }
}

onSubmit(element('confirm'), async ({ workspace }) => {
  await call('POST', '/v1/auth/cli/confirm', { headers: { 'x-workspace-id': workspace }, body: { code } });
  show('done');
});

await attempt(async () => {
  if (code === null || !/^[0-9a-f]{32}$/.test(code)) return show('no-code');
  const person = await signedIn();
  if (person === null) return location.replace(signInAddress());
  const { organizations } = await call('GET', '/v1/auth/cli/options');
  offer(organizations, person.workspaceId);
  fill({ code: code.slice(0, SHOWN), email: person.email });
  show('form');
});
