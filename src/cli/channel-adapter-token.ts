import type { Command } from 'commander';
import { adapterRegistry, type RegisteredDaemon } from '../modules/foundation/operator/daemon-registry.js';
import { type DaemonTokens, daemonTokenCommand } from './daemon-token.js';

const CHANNEL_ADAPTER_TOKENS: DaemonTokens<RegisteredDaemon> = {
  command: 'channel-adapter-token',
  noun: 'channel adapter',
  about: `Tokens of channel adapters, which post to Slack from another machine (docs/slack.md). A token is valid for the
adapter protocol only. It is shown once, when it is created; the server stores its hash.`,
  exampleName: 'office',
  registry: adapterRegistry,
  handOver: 'Give it to the adapter.',
  insideEndsBy: 'Set CHANNEL_ADAPTER instead.',
};

export function channelAdapterTokenCommand(): Command {
  return daemonTokenCommand(CHANNEL_ADAPTER_TOKENS);
}
