import { isObject } from '../../../../domain/protocols/scim/attribute-name.js';
import { ScimRefusal } from '../../../../domain/protocols/scim/refusal.js';
import { RefusedInput } from '../../../../kernel/http/body/refused-input.js';

/** The body of a write; whatever is not a JSON object is refused (R24.15). */
export function readMessage(body: unknown): object {
  if (body instanceof RefusedInput) throw new ScimRefusal('invalidSyntax', body.reason);
  if (!isObject(body)) throw new ScimRefusal('invalidSyntax', 'The body is not a JSON object.');
  return body;
}
