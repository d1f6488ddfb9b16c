/** The form of an app that is connected with credentials: one field each, or those of the chosen group. */

/** Adds the fields to `place`; those of other groups than the chosen one are disabled, so they are not sent. */
export function renderFields(place, fields) {
  const groups = [...new Set(fields.map(({ group }) => group).filter((group) => group !== undefined))];
  const parts = fields.map((field) => [field, fieldOf(field)]);
  if (groups.length > 1) place.append(groupChoice(groups, (chosen) => showGroup(parts, chosen)));
  place.append(...parts.map(([, part]) => part));
}

function fieldOf({ name, label, placeholder, required, secret, help, helpUrl, helpLabel }) {
  const part = document.createElement('fieldset');
  const id = `field-${name}`;
  const caption = document.createElement('label');
  caption.htmlFor = id;
  caption.textContent = label;
  const input = inputOf(placeholder, secret);
  Object.assign(input, { id, name: `field.${name}`, placeholder: placeholder ?? '', required });
  input.autocomplete = 'off';
  part.append(caption, input);
  if (help !== undefined || helpUrl !== undefined) part.append(helpOf(help, helpUrl, helpLabel));
  return part;
}

/** A PEM key has lines, which an input would drop. */
function inputOf(placeholder, secret) {
  if (placeholder?.startsWith('-----BEGIN')) return document.createElement('textarea');
  const input = document.createElement('input');
  input.type = secret ? 'password' : 'text';
  return input;
}

function helpOf(text, url, label) {
  const help = document.createElement('small');
  help.textContent = text === undefined ? '' : `${text} `;
  if (url !== undefined) {
    const link = document.createElement('a');
    Object.assign(link, { href: url, target: '_blank', rel: 'noreferrer', textContent: label ?? url });
    help.append(link);
  }
  return help;
}

function groupChoice(groups, choose) {
  const part = document.createElement('fieldset');
  const caption = document.createElement('label');
  caption.htmlFor = 'group';
  caption.textContent = 'Kind of credential';
  const select = document.createElement('select');
  select.id = 'group';
  for (const group of groups) select.append(new Option(group.replaceAll('_', ' '), group));
  select.addEventListener('change', () => choose(select.value));
  part.append(caption, select);
  queueMicrotask(() => choose(select.value));
  return part;
}

function showGroup(parts, chosen) {
  for (const [{ group }, part] of parts)
    part.hidden = part.disabled = group !== undefined && group !== chosen;
}
