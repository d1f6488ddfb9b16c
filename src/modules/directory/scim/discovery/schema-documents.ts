/** What the attributes of 05 §10.5 and §10.7 are, in the words of RFC 7643 §7. */
import { GROUP_SCHEMA, USER_SCHEMA } from '../../../../domain/protocols/scim/attribute-name.js';
import { NAME_PARTS } from '../../../../domain/protocols/scim/person-name.js';

interface Characteristics {
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued?: boolean;
  description: string;
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readWrite' | 'readOnly' | 'immutable';
  uniqueness?: 'none' | 'server';
  canonicalValues?: string[];
  referenceTypes?: string[];
  subAttributes?: object[];
}

/** With the defaults of RFC 7643 §2.2 spelled out; some clients ask for every one of them. */
function attribute(name: string, characteristics: Characteristics): object {
  const { type = 'string' } = characteristics;
  return {
    name,
    type,
    multiValued: false,
    required: false,
    ...(type === 'string' && { caseExact: false }),
    ...(type === 'reference' && { caseExact: true }),
    mutability: 'readWrite',
    returned: 'default',
    ...(type !== 'boolean' && type !== 'complex' && { uniqueness: 'none' }),
    ...characteristics,
  };
}

const USER_ATTRIBUTES = [
  attribute('userName', {
    description: 'E-mail address of the person; what they are known by',
    required: true,
    uniqueness: 'server',
  }),
  attribute('externalId', {
    description: 'Id of the person in the directory, unique in the organization',
    caseExact: true,
    uniqueness: 'server',
  }),
  attribute('displayName', { description: 'What the person is called' }),
  attribute('name', {
    type: 'complex',
    description: 'The name in its parts',
    subAttributes: NAME_PARTS.map((part) => attribute(part, { description: `The ${part} of the name` })),
  }),
  attribute('emails', {
    type: 'complex',
    multiValued: true,
    description: 'The one address, which is the userName',
    mutability: 'readOnly',
    subAttributes: [
      attribute('value', { description: 'The address', mutability: 'readOnly' }),
      attribute('type', { description: 'Always work', mutability: 'readOnly', canonicalValues: ['work'] }),
      attribute('primary', { type: 'boolean', description: 'Always true', mutability: 'readOnly' }),
    ],
  }),
  attribute('active', { type: 'boolean', description: 'False for who is suspended' }),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', {
    description: 'Name of the group, unique in the organization',
    required: true,
    caseExact: true,
    uniqueness: 'server',
  }),
  attribute('externalId', {
    description: 'Id of the group in the directory, unique in the organization',
    caseExact: true,
    uniqueness: 'server',
  }),
  attribute('members', {
    type: 'complex',
    multiValued: true,
    description: 'Who is in it',
    subAttributes: [
      attribute('value', { description: 'Id of a user', caseExact: true, mutability: 'immutable' }),
      attribute('display', { description: 'Address of the user', mutability: 'readOnly' }),
      attribute('type', { description: 'Always User', mutability: 'immutable', canonicalValues: ['User'] }),
      attribute('$ref', {
        type: 'reference',
        description: 'URL of the user',
        mutability: 'readOnly',
        referenceTypes: ['User'],
      }),
    ],
  }),
];

export interface SchemaDocument {
  id: string;
  name: string;
  description: string;
  attributes: object[];
}

export const SCHEMA_DOCUMENTS: readonly SchemaDocument[] = [
  { id: USER_SCHEMA, name: 'User', description: 'A member of the organization', attributes: USER_ATTRIBUTES },
  { id: GROUP_SCHEMA, name: 'Group', description: 'Members under one name', attributes: GROUP_ATTRIBUTES },
];
