import { AppError } from '../../../../kernel/errors/app-error.js';
import { channelErrors } from './channel.errors.js';
import { SlackRefused, SlackUnreachable } from '../slack/slack-faults.js';

/** Work for a caller who hears what Slack said: its error code, or that it said nothing (04 §6.1). */
export async function toldToCaller<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SlackRefused)
      throw new AppError(channelErrors.slack_refused, {
        message: `Slack refused: ${error.code}`,
        cause: error,
      });
    if (error instanceof SlackUnreachable)
      throw new AppError(channelErrors.slack_unreachable, { cause: error });
    throw error;
  }
}
