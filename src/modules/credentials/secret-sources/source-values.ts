import { Inject, Injectable } from '@nestjs/common';
import {
  type SecretSource,
  type SecretSourceResolver,
  SOURCE_RESOLVERS,
  type SourceContext,
} from './secret-source.js';

/** Of what an inline secret may hold (02 §3.8). */
const MAX_VALUE_LENGTH = 10_000;

/** Values behind references, of whatever kind. */
@Injectable()
export class SourceValues {
  constructor(
    @Inject(SOURCE_RESOLVERS) private readonly resolvers: ReadonlyMap<string, SecretSourceResolver>,
  ) {}

  /** Trimmed like a stored one; null where there is none now, or what there is could not be stored either. */
  async resolve({ kind, reference }: SecretSource, context: SourceContext): Promise<string | null> {
    const resolver = this.resolvers.get(kind);
    if (resolver === undefined || reference === null) return null;
    const value = (await resolver.resolve(reference, context))?.trim() ?? '';
    return value === '' || value.length > MAX_VALUE_LENGTH || value.includes('\0') ? null : value;
  }
}
