/** `/auth/reset-password`: asks for a link, or with the `token` of one sets the password. */
import { attempt, call, element, instance, onSubmit, parameter, show } from './common.js';

const token = parameter('token');

onSubmit(element('request'), async ({ email }) => {
  await call('POST', '/auth/request-password-reset', { body: { email } });
  show('requested');
});

onSubmit(element('perform'), async ({ newPassword }) => {
  await call('POST', '/auth/reset-password', { body: { token, newPassword } });
  show('done');
});

await attempt(async () => {
  // Setup links of partners' members come without mail too (07 A12).
  if (token !== null) return show('perform');
  show((await instance()).emailDelivery ? 'request' : 'no-mail');
});
