/** `/auth/signup`: the server's first account, one by invitation (`token`), or one of open registration. */
import {
  addressOf,
  attempt,
  call,
  element,
  fill,
  goOn,
  instance,
  nextPath,
  onSubmit,
  parameter,
  show,
} from './common.js';

const token = parameter('token');
const next = token === null ? nextPath() : addressOf('/join', { token });

function firstAccount(setupTokenRequired) {
  element('heading').textContent = 'Set up Credential Gateway';
  for (const id of ['first-account', 'of-first-account']) element(id).hidden = false;
  element('to-sign-in').hidden = true;
  element('setup').hidden = !setupTokenRequired;
  element('setup-token').required = setupTokenRequired;
  onSubmit(element('sign-up'), async ({ name, email, password, organizationName, setupToken }) => {
    const given = { organizationName: organizationName.trim(), setupToken };
    const optional = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    await call('POST', '/v1/instance/bootstrap', { body: { name, email, password, ...optional } });
    await goOn(next);
  });
}

function furtherAccount() {
  onSubmit(element('sign-up'), async ({ name, email, password }) => {
    await call('POST', '/auth/sign-up/email', { body: { name, email, password } });
    await goOn(next);
  });
}

/** The link of an invitation says nothing about it; only the server is believed. */
async function describeInvitation() {
  const { email, organizationName } = await call('POST', '/v1/invitations/lookup', { body: { token } });
  fill({ organization: organizationName });
  element('invited').hidden = false;
  element('email').value = email;
}

await attempt(async () => {
  const facts = await instance();
  element('to-sign-in').href = addressOf('/auth/login', { next: next === '/' ? null : next });
  if (facts.firstAccount) firstAccount(facts.setupTokenRequired);
  else if (facts.registration === 'closed') return show('closed');
  else furtherAccount();
  show('form');
  if (token !== null && !facts.firstAccount) await describeInvitation();
});
