import { AppError } from './app-error.js';
import { platformErrors } from './platform-errors.js';

/** R65: names the setting, so that the caller knows what to ask the operator for. */
export function limitReached(setting: string, kind: string, max: number): AppError {
  const message = `This server allows ${String(max)} of ${kind.replaceAll('_', ' ')} (${setting}).`;
  return new AppError(platformErrors.limit_reached, { message, extra: { limit: setting, kind } });
}
