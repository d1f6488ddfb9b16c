import { AppError } from '../../../../kernel/errors/app-error.js';
import { channelErrors } from './channel.errors.js';
import { CHANNEL_PROVIDERS, type ChannelProvider } from './channel-integration.entity.js';

/** A word in a path as a provider; every other word is nothing known (04 §6). */
export function channelProvider(word: string): ChannelProvider {
  const known = CHANNEL_PROVIDERS.find((provider) => provider === word);
  if (known === undefined) throw new AppError(channelErrors.channel_unknown);
  return known;
}
