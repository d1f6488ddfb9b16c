/**
 * The bodies the gateway itself answers to agent traffic (06 §12); those about connected accounts and the
 * hints on an upstream's refusal stand in `connection-verdicts.ts` and `hint-verdicts.ts`. Field names are
 * parsed by clients, messages are not: a message names the host or app, says what a person has to
 * do and repeats the link. `retryable: false` becomes `x-should-retry: false`.
 */
export interface Verdict {
  status: number;
  body: { error: string; message?: string } & Record<string, unknown>;
  retryable: boolean;
  headers?: Readonly<Record<string, string>>;
}

export type DestinationRefusal = 'private_address' | 'metadata_address' | 'self' | 'denied_host';
export type UpstreamFailure = 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol';

/** The request as the agent sent it; `path` includes the query (06 §12). */
export interface RequestLine {
  method: string;
  host: string;
  path: string;
}

/** Builds dashboard links for one workspace; `appUrl` has no trailing slash. */
export class DashboardLinks {
  private readonly base: string;

  constructor(appUrl: string, workspaceId: string | null) {
    this.base = workspaceId === null ? appUrl : `${appUrl}/w/${encodeURIComponent(workspaceId)}`;
  }

  agents(): string {
    return `${this.base}/agents`;
  }

  /** Where a credential of this app or host is attached to an agent. */
  manage(provider: string): string {
    return `${this.base}/connections/apps/${encodeURIComponent(provider)}`;
  }

  /** Where an account of this app is connected; the name tells the person which agent asked. */
  connectApp(provider: string, agentName: string): string {
    return `${this.base}/connections?connect=${encodeURIComponent(provider)}&${askedBy(agentName)}`;
  }

  /** Where an API of a known host that no app has can be asked for. */
  requestApp(hostname: string, agentName: string): string {
    return `${this.base}/connections?request=${encodeURIComponent(hostname)}&${askedBy(agentName)}`;
  }

  createSecret(hostname: string): string {
    return `${this.base}/connections/custom?create=generic&host=${encodeURIComponent(hostname)}&path=%2F%2A`;
  }
}

function askedBy(agentName: string): string {
  return `source=agent&agent_name=${encodeURIComponent(agentName)}`;
}

export function proxyAuthenticationRequired(): Verdict {
  return {
    status: 407,
    retryable: false,
    headers: { 'proxy-authenticate': 'Basic realm="Credential Gateway"' },
    body: {
      error: 'proxy_authentication_required',
      message: 'Send a valid agent token as the proxy password.',
    },
  };
}

export function agentTokenRequired(): Verdict {
  return {
    status: 401,
    retryable: false,
    headers: { 'www-authenticate': 'Bearer' },
    body: { error: 'agent_token_required', message: 'Send a valid agent token with the request.' },
  };
}

export function malformedRequest(message: string): Verdict {
  return { status: 400, retryable: true, body: { error: 'invalid_request', message } };
}

/** Where somebody looks at paths, one that servers read in different ways cannot be judged (R25). */
export function ambiguousPath(): Verdict {
  return {
    status: 400,
    retryable: false,
    body: {
      error: 'malformed_request',
      message:
        'Servers read the path of this request in different ways. Send it without encoded or parameterised dot ' +
        'segments, control characters and bytes that are not UTF-8.',
    },
  };
}

export function methodNotAllowed(method: string): Verdict {
  return {
    status: 405,
    retryable: false,
    body: { error: 'method_not_allowed', message: `${method} requests are not forwarded.` },
  };
}

export function destinationNotAllowed(host: string, reason: DestinationRefusal): Verdict {
  return {
    status: 403,
    retryable: false,
    body: {
      error: 'destination_not_allowed',
      message: `${host} is not a destination this gateway may reach. An operator can change that.`,
      host,
      reason,
    },
  };
}

export function resolutionFailed(): Verdict {
  return {
    status: 502,
    retryable: true,
    body: {
      error: 'resolution_failed',
      message: 'The rules and credentials for this request could not be loaded. Nothing was sent.',
    },
  };
}

/** The same once the request is on its way: whether it may go on cannot be told (R29). */
export function noLongerKnown(): Verdict {
  return {
    status: 502,
    retryable: true,
    body: {
      error: 'resolution_failed',
      message: 'Whether this request is still allowed could not be told, so it was ended. Try again.',
    },
  };
}

const FAILURE_TEXT: Readonly<Record<UpstreamFailure, string>> = {
  dns: 'its name could not be resolved',
  connect: 'no connection could be made',
  tls: 'its TLS certificate or handshake was not acceptable',
  timeout: 'it did not answer in time',
  reset: 'it closed the connection before answering',
  protocol: 'its answer was not valid HTTP',
};

export function badGateway(detail: UpstreamFailure, host: string): Verdict {
  return {
    status: 502,
    retryable: true,
    body: { error: 'bad_gateway', message: `${host} could not be reached: ${FAILURE_TEXT[detail]}.`, detail },
  };
}

/** The agent could not be looked up before a tunnel or a request began (06 §3.1.8). */
export function lookupFailed(): Verdict {
  return {
    status: 502,
    retryable: true,
    body: { error: 'bad_gateway', message: 'The gateway could not look up the agent. Try again.' },
  };
}

export interface BlockingRule {
  name: string;
  scope: 'organization' | 'workspace';
}

export function blockedByPolicy(rule: BlockingRule, request: RequestLine, links: DashboardLinks): Verdict {
  const dashboardUrl = links.agents();
  const remedy =
    rule.scope === 'organization'
      ? `It is an organization rule: only an organization admin can change it. ${dashboardUrl} shows what this agent may do.`
      : `It comes from this agent's own grant, which a member of the workspace can change at ${dashboardUrl}.`;
  return {
    status: 403,
    retryable: false,
    body: {
      error: 'blocked_by_policy',
      message: `The rule "${rule.name}" blocks ${request.method} on ${request.host}. ${remedy}`,
      rule_name: rule.name,
      method: request.method,
      path: request.path,
      dashboard_url: dashboardUrl,
    },
  };
}

/** Neither a WebSocket nor what is under way can be held for a decision (06 §9.1.3, R29). */
export function approvalImpossible(
  scope: BlockingRule['scope'],
  request: RequestLine,
  links: DashboardLinks,
): Verdict {
  return blockedByPolicy({ name: 'Manual approval required', scope }, request, links);
}

export function blockedByDefaultPolicy(request: RequestLine, links: DashboardLinks): Verdict {
  const dashboardUrl = links.agents();
  return {
    status: 403,
    retryable: false,
    body: {
      error: 'blocked_by_default_policy',
      message: `No rule allows ${request.method} on ${request.host}, and requests are blocked by default. An admin can add a rule; see ${dashboardUrl}.`,
      method: request.method,
      host: request.host,
      path: request.path,
      dashboard_url: dashboardUrl,
    },
  };
}

export interface ExceededLimit {
  limit: number;
  window: 'minute' | 'hour' | 'day';
  retryAfterSeconds: number;
}

export function rateLimited({ limit, window, retryAfterSeconds }: ExceededLimit): Verdict {
  return {
    status: 429,
    retryable: true,
    headers: { 'retry-after': String(retryAfterSeconds) },
    body: {
      error: 'rate_limited',
      message: `This agent may make ${limit} such requests per ${window}. Try again in ${retryAfterSeconds} s.`,
      limit,
      window,
    },
  };
}

/** The organization waits for its owner to claim it (02 §12.1). */
export function claimRequired(claimUrl: string): Verdict {
  return {
    status: 403,
    retryable: false,
    body: {
      error: 'claim_required',
      message: `This organization has not been claimed yet. Its owner has to open ${claimUrl}.`,
      claim_url: claimUrl,
    },
  };
}

/** A rule wants a person's decision, and holding requests is not possible here (06 §15.1.6). */
export function approvalStoreUnavailable(): Verdict {
  return {
    status: 502,
    retryable: true,
    body: {
      error: 'approval_store_unavailable',
      message: 'This request needs an approval, which could not be requested. Nothing was sent.',
    },
  };
}

/** A person said no, or nobody answered in time (06 §15.1.3). */
export function manualApprovalDenied(approvalId: string, reason: 'denied' | 'timed_out'): Verdict {
  const cause =
    reason === 'denied' ? 'A person denied this request.' : 'Nobody approved this request in time.';
  return {
    status: 403,
    retryable: false,
    body: {
      error: 'manual_approval_denied',
      message: `${cause} Nothing was sent. Ask the people responsible before you try it again.`,
      approval_id: approvalId,
      reason,
    },
  };
}

/** The process that held the request stops (06 §18.3); another one may ask again. */
export function gatewayRestarting(approvalId: string): Verdict {
  return {
    status: 503,
    retryable: true,
    headers: { 'retry-after': '1' },
    body: {
      error: 'gateway_restarting',
      message:
        'The gateway restarted while this request waited for an approval. Nothing was sent. Try again.',
      approval_id: approvalId,
    },
  };
}
