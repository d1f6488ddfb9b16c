/** `/auth/cli`: a signed-in person lets the command line that waits with `code` into a workspace (01 §14). */
import * as page from './common.js';

/** Enough to compare with the terminal by eye. */
const SHOWN = 8;

const code = page.parameter('code');

function offer(organizations, chosen) {
  for (const { name, workspaces } of organizations) {
    const group = document.createElement('optgroup');
    group.label = name;
    for (const workspace of workspaces) {
      const option = new Option(workspace.name ?? workspace.id, workspace.id);
      option.selected = workspace.id === chosen;
      group.append(option);
    }
    if (workspaces.length > 0) page.element('workspace').append(group);
  }
}

/** What the server says of a code that nobody can confirm any more. */
const OVER = new Set([400, 404, 409]);

/** The answer of a call about the code; null once the page has said that the code is over. */
async function ask(method, path, options) {
  try {
    return await page.call(method, path, options);
  } catch (error) {
    if (!(error instanceof page.Refusal) || !OVER.has(error.status)) throw error;
    page.show('over');
    page.say(error.message, 'warn');
    return null;
  }
}

page.onSubmit(page.element('confirm'), async ({ workspace }) => {
  const headers = { 'x-workspace-id': workspace };
  if ((await ask('POST', '/v1/auth/cli/confirm', { headers, body: { code } })) !== null) page.show('done');
});

await page.attempt(async () => {
  if (code === null || !/^[0-9a-f]{32}$/.test(code)) return page.show('no-code');
  const person = await page.signedIn();
  if (person === null) return location.replace(page.signInAddress());
  const options = await ask('GET', page.addressOf('/v1/auth/cli/options', { code }));
  if (options === null) return;
  offer(options.organizations, person.workspaceId);
  page.fill({ code: code.slice(0, SHOWN), email: person.email });
  page.show('form');
});
