import { Injectable } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import type { CredentialKind } from '../../kernel/access/caller.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { ErrorDefinition } from '../../kernel/errors/error-definition.js';
import { presentError } from '../../kernel/errors/presenter.js';
import { toPendingItem } from '../../modules/policy/approvals/approval.view.js';
import type { ApprovalDecision, ApprovalScope } from '../../modules/policy/approvals/approval.js';
import { ApprovalsService } from '../../modules/policy/approvals/approvals.service.js';
import { actorOf } from '../../modules/foundation/audit/audit-event.js';
import { ControlAuthenticator } from '../control/control-authenticator.js';
import type { ControlAnswer, ControlRequest, ControlRoutes } from '../listener/origin-routes.js';
import { approvalErrors } from '../../modules/policy/approvals/approval.errors.js';
import { platformErrors } from '../../kernel/errors/platform-errors.js';

/** A chat channel decides with a service key of its workspace (05 §12.1). */
const DECIDERS = ['workspace-key', 'org-key', 'session', 'service-key'] as const satisfies CredentialKind[];
const LONGEST_WAIT_SECONDS = 30;
const LARGEST_BODY_BYTES = 65_536;
const NO_STORE = { 'cache-control': 'no-store' };

const PENDING = /^(?:\/v1)?\/approvals\/pending\/?$/;
const DECISION = /^(?:\/v1)?\/approvals\/([^/]+)\/decision\/?$/;
const ORGANIZATION_PENDING = /^(?:\/v1)?\/org\/approvals\/pending\/?$/;

type Level = 'workspace' | 'person';

/** Polling and deciding on the gateway's origin, with and without `/v1` (06 §15.4 to §15.6). */
@Injectable()
export class ApprovalRoutes implements ControlRoutes {
  constructor(
    private readonly configuration: Configuration,
    private readonly authenticator: ControlAuthenticator,
    private readonly approvals: ApprovalsService,
  ) {}

  async handle(request: ControlRequest): Promise<ControlAnswer | null> {
    const { method, path } = request;
    if (method === 'GET' && PENDING.test(path)) return this.pending(request);
    if (method === 'GET' && ORGANIZATION_PENDING.test(path)) return this.pendingOfOrganization(request);
    const id = method === 'POST' ? DECISION.exec(path)?.[1] : undefined;
    return id === undefined ? null : this.decide(request, id);
  }

  async pending(request: ControlRequest): Promise<ControlAnswer> {
    const identified = await this.authenticator.authenticate(request, DECIDERS);
    if ('refusal' in identified) return identified.refusal;
    return this.poll(request, 'workspace', identified.caller, identified.headers);
  }

  /** Organization keys only; the licence is looked at after the credential (06 §15.6). */
  async pendingOfOrganization(request: ControlRequest): Promise<ControlAnswer> {
    const identified = await this.authenticator.authenticate(request, DECIDERS, 'person');
    if ('refusal' in identified) return identified.refusal;
    const { caller, headers } = identified;
    if (caller.credential !== 'org-key') return refusal(approvalErrors.organization_scope_required, headers);
    if (!this.configuration.entitled) {
      const message = 'Organization approvals need an Enterprise license.';
      return refusal(platformErrors.enterprise_license_required, headers, message);
    }
    return this.poll(
      request,
      'person',
      { organizationId: caller.organizationId, workspaceId: null },
      headers,
    );
  }

  async decide(request: ControlRequest, id: string): Promise<ControlAnswer> {
    const identified = await this.authenticator.authenticate(request, DECIDERS);
    if ('refusal' in identified) return identified.refusal;
    const { caller, headers } = identified;
    const decision = decisionIn(await request.body(LARGEST_BODY_BYTES));
    if (decision === null) return invalid('decision must be approve or deny', headers);
    const refused = await this.refusedBy(request, 'workspace');
    if (refused !== null) return refused;
    try {
      const { organizationId, workspaceId } = caller;
      const actor = { ...actorOf(caller), userId: caller.userId };
      await this.approvals.decide({ organizationId, workspaceId, actor, auditedAs: 'agent' }, id, decision);
      return { status: 200, headers: { ...headers, ...NO_STORE }, body: { success: true } };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { status: error.status, headers: { ...headers, ...NO_STORE }, body: presentError(error) };
    }
  }

  /**
   * A poll waits for half a minute, and a body comes when its sender likes: whoever lost their access meanwhile
   * sees and decides nothing any more (05 §2.8).
   */
  private async refusedBy(request: ControlRequest, level: Level): Promise<ControlAnswer | null> {
    const identified = await this.authenticator.authenticate(request, DECIDERS, level);
    return 'refusal' in identified ? identified.refusal : null;
  }

  private async poll(
    request: ControlRequest,
    level: Level,
    { organizationId, workspaceId }: ApprovalScope,
    headers: Record<string, string>,
  ): Promise<ControlAnswer> {
    const { query, gone } = request;
    const parameters = new URLSearchParams(query ?? '');
    const waitSeconds = waitOf(parameters.get('wait'));
    if (waitSeconds === null)
      return invalid(`wait must be an integer from 0 to ${LONGEST_WAIT_SECONDS}`, headers);
    const exclude = parameters.getAll('exclude').flatMap((ids) => ids.split(',').map((id) => id.trim()));
    const found = await this.approvals.pending(
      { organizationId, workspaceId },
      { exclude, waitSeconds, gone },
    );
    const refused = found.length > 0 && waitSeconds > 0 ? await this.refusedBy(request, level) : null;
    if (refused !== null) return refused;
    return {
      status: 200,
      headers: { ...headers, ...NO_STORE },
      body: {
        requests: found.map(toPendingItem),
        timeoutSeconds: this.configuration.approvalTimeoutSecs,
      },
    };
  }
}

/** Null for a value that is wrong. */
function waitOf(given: string | null): number | null {
  if (given === null || given === '') return LONGEST_WAIT_SECONDS;
  return /^\d{1,2}$/.test(given) && Number(given) <= LONGEST_WAIT_SECONDS ? Number(given) : null;
}

function decisionIn(body: Buffer): ApprovalDecision | null {
  try {
    const { decision } = JSON.parse(body.toString()) as { decision?: unknown };
    return decision === 'approve' || decision === 'deny' ? decision : null;
  } catch {
    return null;
  }
}

function invalid(message: string, headers: Record<string, string>): ControlAnswer {
  return { status: 400, headers, body: { error: message } };
}

function refusal(code: ErrorDefinition, headers: Record<string, string>, message?: string): ControlAnswer {
  const error = new AppError(code, { message });
  return { status: error.status, headers, body: presentError(error) };
}
