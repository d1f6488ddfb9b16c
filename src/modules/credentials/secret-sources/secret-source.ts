/**
 * Where the value of a secret comes from (02 §3.4): from the secret itself, or from what `reference` names in a source
 * of that kind. A kind is one file that says all that is particular about it; `kinds.ts` lists them.
 */
import type { InjectionToken, Type } from '@nestjs/common';
import type { SourceDisplay } from '../../../domain/decision/injection/request-edits/model.js';
import type { ScopeLevel } from '../../../kernel/database/scope.js';

/** The value is stored with the secret, sealed; every other kind stores a reference. */
export const INLINE = 'inline';

export interface SecretSource {
  readonly kind: string;
  /** Null exactly for `inline`. */
  readonly reference: string | null;
}

/** Fields of a body or an answer, each with the decorator that reads, checks and documents it. */
export type SourceFields = Readonly<Record<string, PropertyDecorator>>;

/** What a body says of a source; a field that it does not give is undefined. */
export interface SourceReading {
  readonly reference?: string;
  /** What the reference is called, for people: stored in `metadata` as it is, and of no other effect. */
  readonly display?: SourceDisplay;
}

/** What references of a workspace are resolved by, as of one epoch of it. */
export interface SourceContext {
  readonly workspaceId: string;
  readonly epoch: number;
  /** By kind, what its `connection` selects; null where there is none. */
  readonly connections: Readonly<Record<string, unknown>>;
}

/** Produces the values of a kind. */
export interface SecretSourceResolver {
  /** Bounded in time. Null when there is no value now: the secret then counts as absent. Logs no value and no text of others. */
  resolve(reference: string, context: SourceContext): Promise<string | null>;
}

export interface SecretSourceKind {
  /** As `valueSource` names it; never changes. */
  readonly kind: string;
  /** Secrets of these levels may have it. */
  readonly levels: readonly ScopeLevel[];
  /** Exact text for other levels, whose bodies then know the fields too; absent, they do not know the kind. */
  readonly elsewhere?: string;
  /** The field of a body that holds the reference. */
  readonly referenceField: string;
  readonly referenceMissing: string;
  readonly fields: {
    readonly create: SourceFields;
    readonly update: SourceFields;
    readonly answer: SourceFields;
  };
  /** Of a body that passed `fields`. */
  read(body: object): SourceReading;
  /** The fields of an answer; null for a secret of another source. */
  shown(reference: string | null): Readonly<Record<string, unknown>>;
  /**
   * Who may remember a produced value: the gateway for a minute at most, as it does with stored ones, or the resolver
   * alone, which knows better for how long.
   */
  readonly retention: 'gateway' | 'resolver';
  /** Why an export leaves the value behind. */
  readonly leftBehind: string;
  /** One JSON value of the workspace `subject.workspace_id`, read with the rest of a snapshot: what `resolve` needs. */
  readonly connection?: string;
  /** A provider that may inject what `modules` export. */
  readonly resolver: Type<SecretSourceResolver>;
  readonly modules: readonly Type[];
}

export const SOURCE_RESOLVERS: InjectionToken = Symbol('source-resolvers');
