/** What stands beside the server: a mail server, a model, the receiver of a SIEM, Slack, and a slow name server. */
import { startMailServer } from './mail.mjs';
import { startModel } from './model.mjs';
import { startReceiver } from './siem.mjs';
import { SlackStand } from './slack.mjs';

export async function startStands() {
  const [mail, model, siem] = [await startMailServer(), await startModel(), await startReceiver()];
  return {
    mail,
    model,
    siem,
    slack: new SlackStand(),
    nodeArguments: ['--import', new URL('slow-names.mjs', import.meta.url).href],
    environment: {
      ...mail.environment,
      ...model.environment,
      ...siem.environment,
      GATEWAY_ALLOWED_PRIVATE_HOSTS: 'localhost,127.0.0.1,*.quick.test',
      GATEWAY_EGRESS_NO_PROXY: 'localhost,127.0.0.1,*.test',
      INVITATION_MAILS_PER_HOUR: '1000',
      LIMIT_STREAMS: '200',
      ENTERPRISE_ENABLED: 'true',
      EMBEDDED_RUNNER_CONCURRENCY: '8',
      // Of https, so that Slack sends events here instead of over a socket.
      API_URL: 'https://gateway.example.com',
    },
    stop() {
      for (const each of [mail, model, siem]) each.stop();
    },
  };
}
