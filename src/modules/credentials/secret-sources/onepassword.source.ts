import { Injectable } from '@nestjs/common';
import { Field } from '../../../kernel/http/fields/fields.js';
import {
  ONEPASSWORD,
  type SealedVaultConnection,
  type StoredVaultConnection,
} from '../vaults/provider/vault-connection.js';
import { CONNECTION_OF_WORKSPACE } from '../vaults/vault-connection.query.js';
import { VaultValues } from '../vaults/vault-values.js';
import { VaultsModule } from '../vaults/vaults.module.js';
import type { SecretSourceKind, SecretSourceResolver, SourceContext } from './secret-source.js';

const MAX_TEXT = 1000;

/** Where a 1Password reference points, in words for people. */
export class OnePasswordDisplayRequest {
  @Field.string({ maxLength: MAX_TEXT }) vault: string;
  @Field.string({ maxLength: MAX_TEXT }) item: string;
  @Field.string({ maxLength: MAX_TEXT }) field: string;
}

interface OnePasswordFields {
  opRef?: string;
  opDisplay?: OnePasswordDisplayRequest;
}

const OP_REF = {
  optional: true,
  trim: true,
  maxLength: MAX_TEXT,
  pattern: /^op:\/\/[^/\s][^/]*(\/[^/]+){2,}$/,
  patternMessage: 'opRef must look like op://vault/item/field',
  // The same without U+0000, which the validator refuses in every text.
  schema: { pattern: '^op://[^/\\s\\x00][^/\\x00]*(/[^/\\x00]+){2,}$' },
} as const;

/** Through the connection of the workspace; `VaultValues` remembers what it answers. */
@Injectable()
class OnePasswordResolver implements SecretSourceResolver {
  constructor(private readonly vaults: VaultValues) {}

  async resolve(
    reference: string,
    { workspaceId, epoch, connections }: SourceContext,
  ): Promise<string | null> {
    const stored = connections[ONEPASSWORD] as StoredVaultConnection | null;
    if (stored === null) return null;
    const connection: SealedVaultConnection = { ...stored, workspaceId, epoch };
    return this.vaults.resolve(connection, reference);
  }
}

export const onePasswordSource: SecretSourceKind = {
  kind: ONEPASSWORD,
  levels: ['workspace'],
  // Exact text of the contract (02 §4).
  elsewhere: '1Password is only available for project-scoped secrets',
  referenceField: 'opRef',
  referenceMissing: 'opRef is required for 1Password secrets',
  fields: {
    create: {
      opRef: Field.string({
        ...OP_REF,
        description: 'Required for `onepassword`: `op://vault/item/field`.',
      }),
      opDisplay: Field.object(OnePasswordDisplayRequest, {
        optional: true,
        description: 'For display only.',
      }),
    },
    update: {
      opRef: Field.string(OP_REF),
      opDisplay: Field.object(OnePasswordDisplayRequest, { optional: true }),
    },
    answer: { opRef: Field.string({ nullable: true }) },
  },
  read(body) {
    const { opRef: reference, opDisplay } = body as OnePasswordFields;
    if (opDisplay === undefined) return { reference };
    const { vault, item, field } = opDisplay;
    return { reference, display: { opDisplay: { vault, item, field } } };
  },
  shown: (reference) => ({ opRef: reference }),
  retention: 'resolver',
  leftBehind: 'The value stays in 1Password; reference it there again.',
  connection: CONNECTION_OF_WORKSPACE,
  resolver: OnePasswordResolver,
  modules: [VaultsModule],
};
