import type { IncomingMessage } from 'node:http';
import { AppError, invalidRequest } from '../../../../kernel/errors/app-error.js';
import { KeptBytes } from '../../../../kernel/http/body/kept-bytes.js';
import { conversationErrors } from '../records/conversation.errors.js';
import { MAX_ATTACHMENT_BYTES } from '../records/conversation-rules.js';

/** What its head says is too much is not read at all. */
export function refuseTooLarge({ headers }: IncomingMessage): void {
  if (Number(headers['content-length'] ?? 0) > MAX_ATTACHMENT_BYTES) throw tooLarge();
}

/** The bytes of an upload, counted while they arrive. To be asked once it is known who sends them, and where to. */
export function receiveFile(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const kept = new KeptBytes();
    const settle = (error: Error | null): void => {
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onError);
      if (error) reject(error);
      else resolve(kept.take());
    };
    const onData = (chunk: Buffer): void => {
      if (kept.length + chunk.length > MAX_ATTACHMENT_BYTES) settle(tooLarge());
      else kept.add(chunk);
    };
    const onEnd = (): void => settle(kept.length === 0 ? invalidRequest('The file is empty') : null);
    const onError = (): void => settle(invalidRequest('The file could not be read'));
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onError);
    request.resume();
  });
}

function tooLarge(): AppError {
  return new AppError(conversationErrors.attachment_too_large);
}
