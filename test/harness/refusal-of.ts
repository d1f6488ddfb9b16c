import { AppError } from '../../src/kernel/errors/app-error.js';

/** Status, code and text of the error that the work throws; fails if it throws none. */
export function refusalOf(work: () => unknown): [status: number, code: string, message: string] {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return [error.status, error.code, error.message];
    throw error;
  }
  throw new Error('Not refused');
}

/** One without a code of its own. */
export const flatRefusal = (message: string) => [400, 'invalid_request', message];
