/** `/claim`: takes over what a partner or an administrator prepared (07 A7.2, 05 §11). */
import * as page from './common.js';

const token = page.parameter('token');

/** What the server knows by the token: a partner's organization, else a prepared account; null for neither. */
async function lookUp() {
  const partner = await orNull(page.call('POST', '/v1/claims/preview', { body: { token } }));
  if (partner !== null) return partner.claimable ? { ...partner, path: '/v1/claims' } : null;
  const prepared = await orNull(page.call('POST', '/v1/provisions/lookup', { body: { token } }));
  return prepared && { ...prepared, partnerName: null, path: '/v1/provisions/claim' };
}

/** An unknown token, or a kind of token this edition does not have; a missing endpoint is told as it is. */
async function orNull(answer) {
  try {
    return await answer;
  } catch (error) {
    const unlicensed = error.type === 'enterprise_license_required';
    const unknown = error.status === 404 && (error.type === null || error.type === 'not_found_error');
    if (unlicensed || unknown) return null;
    throw error;
  }
}

/** Replaces the token of an agent and shows the new one in its row, once. */
function agentRow({ id, name }, workspaceId) {
  const row = document.createElement('li');
  const button = document.createElement('button');
  row.append(`${name} `, button);
  button.type = 'button';
  button.className = 'plain';
  button.textContent = `Replace the token of ${name}`;
  button.addEventListener('click', () => {
    button.disabled = true;
    void page.attempt(async () => {
      const headers = { 'x-workspace-id': workspaceId };
      const { accessToken } = await page.call('POST', `/v1/agents/${id}/regenerate-token`, { headers });
      const token = document.createElement('code');
      token.textContent = accessToken;
      button.replaceWith(token);
    });
  });
  return row;
}

/** Agents keep their tokens at a claim, and the partner knows those it was given (07 A7.4). */
async function offerTokens(organizationId) {
  const named = { headers: { 'x-organization-id': organizationId } };
  const list = page.element('agent-list');
  for (const workspace of await page.call('GET', '/v1/workspaces', named)) {
    const headers = { 'x-workspace-id': workspace.id };
    for (const agent of await page.call('GET', '/v1/agents', { headers }))
      list.append(agentRow(agent, workspace.id));
  }
  page.element('agents').hidden = list.children.length === 0;
}

await page.attempt(async () => {
  const person = await page.signedIn();
  const home = person === null ? '/auth/login' : '/';
  if (token === null) return location.replace(home);
  const prepared = await lookUp();
  if (prepared === null) return location.replace(page.addressOf(home, { error: 'claim_invalid' }));
  const { organizationName, partnerName, path } = prepared;
  page.fill({ organization: organizationName });
  if (person === null) {
    if (!page.hasSignIn(await page.instance())) return page.show('elsewhere');
    page.element('to-sign-in').href = page.signInAddress();
    page.element('to-sign-up').href = page.addressOf('/auth/signup', {
      next: location.pathname + location.search,
    });
    return page.show('signed-out');
  }
  page.fill({ email: person.email, partner: partnerName ?? '' });
  page.element('by-partner').hidden = page.element('keys').hidden = partnerName === null;
  page.onClick('claim', async () => {
    const partnerKeys = document.querySelector('[name="partnerKeys"]:checked').value;
    const body = partnerName === null ? { token } : { token, partnerKeys };
    const { organizationId, organizationName } = await page.call('POST', path, { body });
    page.fill({ organization: organizationName });
    if (partnerName !== null) page.element(partnerKeys === 'end' ? 'ended-keys' : 'kept-keys').hidden = false;
    page.show('done');
    if (partnerName !== null) await offerTokens(organizationId);
  });
  page.show('ready');
});
