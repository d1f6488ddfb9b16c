import { Field } from '../../../../kernel/http/fields/fields.js';
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '../model/email-address.js';

/** An address in its stored form, refused as any other field is. */
export function EmailField(): PropertyDecorator {
  return Field.string({
    trim: true,
    lowercase: true,
    maxLength: EMAIL_MAX_LENGTH,
    pattern: EMAIL_PATTERN,
    patternMessage: 'email must be an email address',
    format: 'email',
  });
}
