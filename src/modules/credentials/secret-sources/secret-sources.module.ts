import { Module } from '@nestjs/common';
import { SOURCE_KINDS } from './kinds.js';
import { type SecretSourceResolver, SOURCE_RESOLVERS } from './secret-source.js';
import { SourceValues } from './source-values.js';

const RESOLVERS = SOURCE_KINDS.map(({ resolver }) => resolver);

@Module({
  imports: [...new Set(SOURCE_KINDS.flatMap(({ modules }) => modules))],
  providers: [
    ...RESOLVERS,
    {
      provide: SOURCE_RESOLVERS,
      inject: RESOLVERS,
      useFactory: (...resolvers: SecretSourceResolver[]) =>
        new Map(SOURCE_KINDS.map(({ kind }, at) => [kind, resolvers[at]])),
    },
    SourceValues,
  ],
  exports: [SourceValues],
})
export class SecretSourcesModule {}
