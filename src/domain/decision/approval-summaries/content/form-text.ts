import { formDecoded, percentDecoded } from '../../../protocols/bodies/text-readings.js';
import { HIDDEN, isCredentialName, noteHidden, withoutNamedValues } from './hidden-values.js';
import type { Details } from './shown-text.js';

/** What would make lines or fields of its own once it is decoded; in a name an equals sign, too. */
const SEPARATORS = /[&\p{Cc}\u2028\u2029]/gu;
const SEPARATORS_OF_NAMES = /[&=\p{Cc}\u2028\u2029]/gu;
/** Where some servers see the end of a field, or of a line, in what is one value to others. */
const DOUBTFUL_END = /[;\r\n"',]/;

/**
 * A form or query as the server reads it, so that neither a name nor a value hides behind `%xx`; what would split fields
 * or lines stays encoded. The value of a field with the name of a credential is hidden; whatever else is, is told.
 */
export function readableForm(text: string, details: Details): string {
  return text
    .split('&')
    .map((field) => readableField(field, details))
    .join('&');
}

function readableField(field: string, details: Details): string {
  const equals = field.indexOf('=');
  if (equals < 0) return told(field, SEPARATORS_OF_NAMES, details);
  const name = field.slice(0, equals);
  const value = field.slice(equals + 1);
  const shownName = told(name, SEPARATORS_OF_NAMES, details);
  if (value === '' || !isCredentialName(formDecoded(name)))
    return `${shownName}=${told(value, SEPARATORS, details)}`;
  if (DOUBTFUL_END.test(value)) details.incomplete('cut');
  noteHidden(formDecoded(value), details);
  return `${shownName}=${HIDDEN}`;
}

/** A name or value in which something may look like a credential, which it is to no reader of forms. */
function told(text: string, separators: RegExp, details: Details): string {
  const readable = decoded(text, separators);
  const shown = withoutNamedValues(readable, details);
  if (shown !== readable) details.incomplete('cut');
  return shown;
}

function decoded(text: string, separators: RegExp): string {
  return text.includes('%') ? percentDecoded(text).replace(separators, encodeURIComponent) : text;
}
