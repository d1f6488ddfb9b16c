import { Injectable } from '@nestjs/common';
import { guardDrive, type DriveAnswer } from '../../domain/decision/resource-scopes/drive-guard.js';
import { firstOutside } from '../../domain/decision/resource-scopes/drive-tree.js';
import { guardDropbox } from '../../domain/decision/resource-scopes/dropbox-guard.js';
import type { ResourceScope } from '../../domain/decision/resource-scopes/effective-scope.js';
import type {
  GuardedRequest,
  Outside,
  Question,
} from '../../domain/decision/resource-scopes/guarded-request.js';
import { Configuration } from '../../kernel/config/configuration.js';
import { DeploymentKeys } from '../../kernel/crypto/deployment-keys.js';
import { ProviderUnreachable } from '../../kernel/egress/provider-calls.js';
import { AccountCalls } from '../../modules/credentials/connection-tokens/account-calls.js';
import type { AccessibleConnection, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { resourceAccessDenied } from '../refusals/connection-refusals.js';
import { DashboardLinks } from '../refusals/dashboard-links.js';
import { type Exchange, type EvaluatedRequest, overridesOf } from '../exchange/exchange.js';
import type { Authorized, AuthorizedExchange, Ended, Step } from '../exchange/progress.js';
import { type Refusal, resolutionFailed } from '../exchange/results/refusals.js';
import { DriveLookups, DriveUnreadable } from './drive-lookups.js';
import { FolderCursors, withoutCursorProof } from './folder-cursors.js';
import { HeaderList } from '../exchange/headers/headers.js';
import { type SessionHolder, UploadSessions, withoutProof } from './upload-sessions.js';

/** More than arguments and metadata of any client have; content may follow it. */
const MAX_BYTES = 262_144;

/** Whose answers have a cursor (03 §13.4). */
const LISTS: ReadonlySet<string> = new Set([
  '/2/files/list_folder',
  '/2/files/list_folder/get_latest_cursor',
  '/2/files/list_folder/continue',
  '/2/sharing/list_shared_links',
]);

/** `unknown`: whether it passes only the provider could tell. */
export type Preview = Ended | 'unknown';

/**
 * `resourceGuard` of 06 §19: what of a narrowed account a request is about (03 §13.3). Repositories are no question here,
 * their token is narrow itself. Nothing is asked where the account is not narrowed.
 */
@Injectable()
export class ResourceGuardStep implements Step<Authorized> {
  readonly name = 'resourceGuard';
  /** The step after it: what a request that was let pass may go on with. */
  readonly proofs: Step<AuthorizedExchange> = { name: 'resourceProofs', run: (state) => this.prove(state) };
  private readonly drive: DriveLookups;
  private readonly sessions: UploadSessions;
  private readonly cursors: FolderCursors;

  constructor(
    calls: AccountCalls,
    { encryptionKey }: DeploymentKeys,
    private readonly configuration: Configuration,
  ) {
    this.drive = new DriveLookups(calls);
    this.sessions = new UploadSessions(encryptionKey);
    this.cursors = new FolderCursors(encryptionKey);
  }

  run(state: Authorized): Promise<Ended> | Ended {
    const { access, winner } = state;
    const scope = winner && access.resourceScopes.get(winner.id);
    return scope ? this.judge(state, access, winner, scope) : null;
  }

  /** Without asking the provider. */
  async foresee(
    request: EvaluatedRequest,
    access: AgentAccess,
    winner: AccessibleConnection,
  ): Promise<Preview> {
    const scope = access.resourceScopes.get(winner.id);
    if (scope === undefined) return null;
    if (scope.axis === 'repositories') return 'unknown';
    if (scope.axis !== 'driveFolders' || overridesOf(request).length > 0)
      return this.judge(request, access, winner, scope);
    const answer = await answerOf(guardDrive(guarded(request)), request);
    if ('detail' in answer) return this.refusal(scope, answer, access);
    return answer.items.length + answer.drives.length === 0 && answer.session === null ? null : 'unknown';
  }

  /**
   * What of an exchange that was let pass is about upload sessions and cursors: their proof goes no further, and what
   * begins or goes on gets one.
   */
  private prove(state: AuthorizedExchange): Promise<null> | null {
    const { target, outbound, access, winner } = state;
    if (winner === null) return null;
    const scope = access.resourceScopes.get(winner.id);
    if (scope?.axis === 'folders' && LISTS.has(state.path))
      return this.proveLists(state, holderOf(access, winner, scope));
    if (scope?.axis !== 'driveFolders' || !target.startsWith('/upload/')) return null;
    const holder = holderOf(access, winner, scope);
    outbound.target = withoutProof(outbound.target);
    outbound.relocate = (location) => this.sessions.marked(location, holder);
    return null;
  }

  private async proveLists({ path, body, outbound }: Exchange, holder: SessionHolder): Promise<null> {
    // What is coded could not be given a proof.
    new HeaderList(outbound.headers).set('accept-encoding', 'identity');
    outbound.editAnswer = (answer) => this.cursors.marked(answer, path, holder);
    const { bytes, complete } = await body.peek(MAX_BYTES);
    const plain = withoutCursorProof(bytes);
    if (complete && plain !== bytes) body.replace(plain);
    return null;
  }

  private async judge(
    request: EvaluatedRequest,
    access: AgentAccess,
    winner: AccessibleConnection,
    scope: ResourceScope,
  ): Promise<Ended> {
    if (scope.axis !== 'repositories' && overridesOf(request).length > 0)
      return this.refusal(
        scope,
        { detail: 'A header puts another path in place of that of the request' },
        access,
      );
    switch (scope.axis) {
      case 'repositories':
        return null;
      case 'folders': {
        const holder = holderOf(access, winner, scope);
        const known = (cursor: string): boolean => this.cursors.madeHere(cursor, request.path, holder);
        const outside = await answerOf(guardDropbox(guarded(request), scope, known), request);
        return outside === null ? null : this.refusal(scope, outside, access);
      }
      case 'driveFolders':
        return this.judgeDrive(request, access, winner, scope);
      case null:
        return this.refusal(scope, { detail: 'Nothing is allowed' }, access);
    }
  }

  private async judgeDrive(
    request: EvaluatedRequest,
    access: AgentAccess,
    winner: AccessibleConnection,
    scope: ResourceScope,
  ): Promise<Ended> {
    const answer: DriveAnswer = await answerOf(guardDrive(guarded(request)), request);
    if ('detail' in answer) return this.refusal(scope, answer, access);
    const { session } = answer;
    if (session !== null && !this.sessions.begunHere(session, holderOf(access, winner, scope)))
      return this.refusal(scope, { detail: 'The upload session was not begun by this agent here' }, access);
    try {
      const outside = await firstOutside(answer, scope.entries, this.drive.of(winner));
      if (outside === null) return null;
      return this.refusal(scope, { detail: `${outside} is not in an allowed folder` }, access);
    } catch (error) {
      if (error instanceof DriveUnreadable || error instanceof ProviderUnreachable) return resolutionFailed();
      throw error;
    }
  }

  private refusal({ entries }: ResourceScope, { detail }: Outside, { workspaceId }: AgentAccess): Refusal {
    const links = new DashboardLinks(this.configuration.appUrl, workspaceId);
    return resourceAccessDenied(entries, `${detail}.`, links);
  }
}

function holderOf({ agent }: AgentAccess, { id }: AccessibleConnection, { entries }: ResourceScope) {
  return { agentId: agent.id, connectionId: id, folders: entries };
}

function guarded({
  method,
  host,
  path,
  canonicalPath,
  query,
  headers,
  body,
}: EvaluatedRequest): GuardedRequest {
  return { method, host, path, canonicalPath, query, headers, hasBody: body.present };
}

async function answerOf<Answer>(question: Question<Answer>, { body }: EvaluatedRequest): Promise<Answer> {
  return question.reads === 'nothing' ? question.answer : question.answer(await body.peek(MAX_BYTES));
}
