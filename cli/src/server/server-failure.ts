import { RequestRefused, ServerUnreachable } from '../../../client/src/failure.js';
import { CommandFailure, type FailureCode } from '../terminal/failure.js';
import { ofFileSystem } from '../keys/folders.js';
import { printable } from '../terminal/printable.js';

const CODE_OF_STATUS: Readonly<Record<number, FailureCode>> = {
  401: 'AUTH_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'GONE',
  422: 'VALIDATION',
};

/** A sentence is shorter; whoever sends more is not the API. */
const LONGEST_MESSAGE = 1_000;

/** Of Node.js, for certificates that nobody here vouches for. */
const UNTRUSTED =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_|CERT_|ERR_TLS_CERT_ALTNAME_INVALID)/;

/** A failure of the client, in the words and with the status of the command line; everything else as it is. */
export function ofCommand(error: unknown): unknown {
  if (error instanceof RequestRefused) return refused(error);
  if (error instanceof ServerUnreachable) return unreachable(error);
  if (error instanceof TypeError && error.message.includes(' is not a value for a path'))
    return new CommandFailure(error.message, 'ERROR');
  return ofFileSystem(error) ?? error;
}

function refused(error: RequestRefused): CommandFailure {
  const code = CODE_OF_STATUS[error.status] ?? 'ERROR';
  const message = printable(error.message).slice(0, LONGEST_MESSAGE);
  if (error.code === 'workspace_required' || (error.status <= 401 && error.message.includes('X-Project-Id')))
    return new CommandFailure(message, code, 'cgw config set workspace <id>, or --workspace <id>');
  return new CommandFailure(message, code, code === 'AUTH_REQUIRED' ? 'cgw auth login' : undefined);
}

function unreachable(error: ServerUnreachable): CommandFailure {
  // Of ours: a file of certificates that cannot be read, an answer without an end.
  if (error.cause instanceof CommandFailure) return error.cause;
  const { code = '' } = error;
  const { host } = new URL(error.origin);
  if (UNTRUSTED.test(code))
    return new CommandFailure(
      `${host} has a certificate that this machine does not trust (${code}).`,
      'ERROR',
      'set SSL_CERT_FILE to a file with the certificate of its authority',
    );
  return new CommandFailure(
    code === 'ETIMEDOUT'
      ? `${host} did not answer in time.`
      : `${host} cannot be reached${code === '' ? '' : ` (${code})`}.`,
    'ERROR',
    'check the address: cgw config get api-host',
  );
}
