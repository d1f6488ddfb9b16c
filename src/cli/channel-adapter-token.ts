import type { Command } from 'commander';
import { adapterRegistry, type RegisteredDaemon } from '../modules/foundation/operator/daemon-registry.js';
import { type DaemonTokens, daemonTokenCommand } from './daemon-token.js';

const CHANNEL_ADAPTER_TOKENS: DaemonTokens<RegisteredDaemon> = {
  command: 'channel-adapter-token',
  noun: 'channel adapter',
  about: `Tokens of channel adapters, which post to Slack from elsewhere (docs/slack.md). Each opens the protocol of
adapters and nothing else. A token is shown once, when it is made; the server keeps its hash.`,
  exampleName: 'office',
  registry: adapterRegistry,
  handOver: 'Give it to the adapter.',
  insideEndsBy: 'Set CHANNEL_ADAPTER instead.',
};

export function channelAdapterTokenCommand(): Command {
  return daemonTokenCommand(CHANNEL_ADAPTER_TOKENS);
}
