import { AppError } from '../../../../kernel/errors/app-error.js';
import { identityErrors } from './identity.errors.js';

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

/** Refuses a new password outside 8 to 128 characters with the code of 01 §11.2. */
export function assertNewPassword(password: string): void {
  const length = Array.from(password).length;
  if (length < PASSWORD_MIN_LENGTH) throw new AppError(identityErrors.password_too_short);
  if (length > PASSWORD_MAX_LENGTH) throw new AppError(identityErrors.password_too_long);
}
