import { attributesOf } from './attribute-name.js';
import { mergedName, nameInWords, type PersonName } from './person-name.js';
import { invalidValue, isProvided, readBoolean, readText } from './values.js';

/** What a directory may write of a person (05 §10.5). `userName` is not judged as an address here. */
export interface DirectoryUser {
  readonly userName: string;
  readonly displayName: string | null;
  readonly name: PersonName | null;
  readonly externalId: string | null;
  readonly active: boolean;
}

/** The body of a POST. */
export function readNewUser(body: object): DirectoryUser {
  const given = attributesOf(body);
  const name = isProvided(given.get('name')) ? mergedName(null, given.get('name')) : null;
  const displayName = providedText(given, 'displayName');
  return {
    userName: readUserName(given.get('username')),
    displayName: displayName ?? nameInWords(name),
    name,
    externalId: providedText(given, 'externalId'),
    active: isProvided(given.get('active')) ? readBoolean('active', given.get('active')) : true,
  };
}

/** The body of a PUT: what it names is applied, what it leaves out stays (05 §10.6). */
export function replacedUser(stored: DirectoryUser, body: object): DirectoryUser {
  const given = attributesOf(body);
  const provided = (attribute: string): boolean => isProvided(given.get(attribute));
  return {
    userName: readUserName(given.get('username')),
    displayName: provided('displayname') ? providedText(given, 'displayName') : stored.displayName,
    name: provided('name') ? mergedName(null, given.get('name')) : stored.name,
    externalId: given.has('externalid') ? providedText(given, 'externalId') : stored.externalId,
    active: provided('active') ? readBoolean('active', given.get('active')) : stored.active,
  };
}

export function readUserName(value: unknown): string {
  const userName = isProvided(value) ? readText('userName', value) : null;
  if (userName === null) throw invalidValue('userName is required; it is the email address of the person.');
  return userName;
}

function providedText(given: ReadonlyMap<string, unknown>, attribute: string): string | null {
  const value = given.get(attribute.toLowerCase());
  return isProvided(value) ? readText(attribute, value) : null;
}
