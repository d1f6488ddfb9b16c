/** `/auth/signup`: the server's first account, one by invitation (`token`), or one of open registration. */
import * as page from './common.js';

const token = page.parameter('token');
const next = token === null ? page.nextPath() : page.addressOf('/join', { token });

function firstAccount(setupTokenRequired) {
  page.element('heading').textContent = 'Set up Credential Gateway';
  for (const id of ['first-account', 'of-first-account']) page.element(id).hidden = false;
  page.element('to-sign-in').hidden = true;
  page.element('setup').hidden = !setupTokenRequired;
  page.element('setup-token').required = setupTokenRequired;
  page.onSubmit(page.element('sign-up'), async ({ name, email, password, organizationName, setupToken }) => {
    const given = { organizationName: organizationName.trim(), setupToken };
    const optional = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    await page.call('POST', '/v1/instance/bootstrap', { body: { name, email, password, ...optional } });
    await page.goOn(next);
  });
}

function furtherAccount() {
  page.onSubmit(page.element('sign-up'), async ({ name, email, password }) => {
    await page.call('POST', '/auth/sign-up/email', { body: { name, email, password } });
    await page.goOn(next);
  });
}

/** The link of an invitation says nothing about it; only the server is believed. */
async function describeInvitation() {
  const { email, organizationName } = await page.call('POST', '/v1/invitations/lookup', { body: { token } });
  page.fill({ organization: organizationName });
  page.element('invited').hidden = false;
  page.element('email').value = email;
}

await page.attempt(async () => {
  const facts = await page.instance();
  page.element('to-sign-in').href = page.addressOf('/auth/login', { next: next === '/' ? null : next });
  if (facts.firstAccount) firstAccount(facts.setupTokenRequired);
  else if (facts.registration === 'closed') return page.show('closed');
  else furtherAccount();
  page.show('form');
  if (token !== null && !facts.firstAccount) await describeInvitation();
});
