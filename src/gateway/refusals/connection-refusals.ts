/**
 * The bodies of 06 §12 that are about connected accounts: which one is meant, what it may reach, and that none is
 * attached. The rules of `exchange/refusals.ts` hold.
 */
import type { DashboardLinks } from './dashboard-links.js';
import type { RefusalCode } from '../exchange/results/refusal-codes.js';
import type { Refusal } from '../exchange/results/refusals.js';

/** Names the connection to use for one request; never forwarded (06 §3.2). */
export const CONNECTION_HEADER = 'x-onecli-connection-id';

/** An account an agent may name (06 §10.3.9). */
export interface ConnectionOffer {
  id: string;
  label: string | null;
  provider: string;
  display_name: string;
}

/** 06 §10.3.6. */
export function multipleConnections(offers: readonly ConnectionOffer[]): Refusal {
  const accounts = `Several accounts of ${offers[0]!.display_name} are attached to this agent`;
  return ambiguous('multiple_connections', accounts, offers);
}

/** 06 §10.3.5. */
export function multipleProviders(offers: readonly ConnectionOffer[]): Refusal {
  const names = offers.map((offer) => offer.display_name).join(', ');
  return ambiguous(
    'multiple_providers',
    `Several apps attached to this agent serve this path: ${names}`,
    offers,
  );
}

/** 06 §10.3.2a. */
export function connectionNotFound(offers: readonly ConnectionOffer[]): Refusal {
  const remedy =
    offers.length === 0
      ? `Leave the header out: no account for this host is attached to the agent.`
      : `Send ${CONNECTION_HEADER} with the id of one of the listed connections.`;
  return {
    status: 404,
    retryable: false,
    body: {
      error: 'connection_not_found',
      message: `The connection named in ${CONNECTION_HEADER} is not one of this agent's for this host. ${remedy}`,
      connections: offers,
      header: CONNECTION_HEADER,
    },
  };
}

/** Outside of what the agent may reach of the account; `allowed` lists what is inside (06 §13.5). */
export function resourceAccessDenied(
  allowed: readonly string[],
  detail: string,
  links: DashboardLinks,
): Refusal {
  return {
    status: 403,
    retryable: false,
    body: {
      error: 'resource_access_denied',
      message: `This agent may not reach that with the attached account. ${detail} A person can change it at ${links.agents()}.`,
      allowed,
      detail,
    },
  };
}

/** A credential for less than the whole account could not be made, and none for more is written (06 §11.4.5). */
export function credentialUnavailable(name: string): Refusal {
  return {
    status: 502,
    retryable: true,
    body: {
      error: 'credential_unavailable',
      message: `The credential for ${name} that this agent may use cannot be obtained at the moment. Try again later.`,
    },
  };
}

/** A known app of which no account is attached (06 §12.1). */
export function appNotConnected(
  status: number,
  app: { provider: string; name: string },
  agentName: string,
  links: DashboardLinks,
): Refusal {
  const connectUrl = links.connectApp(app.provider, agentName);
  return {
    status,
    retryable: false,
    body: {
      error: 'app_not_connected',
      message: `No ${app.name} account is attached to this agent. Ask a person to connect one at ${connectUrl}.`,
      provider: app.provider,
      connect_url: connectUrl,
    },
  };
}

/** An attached account that its provider refuses to refresh: nobody but a person can connect it anew (03 §12.3.6). */
export function connectionEnded(
  status: number,
  account: { provider: string; name: string; label: string | null },
  agentName: string,
  links: DashboardLinks,
): Refusal {
  const connectUrl = links.connectApp(account.provider, agentName);
  const named =
    account.label === null ? `${account.name} account` : `${account.name} account "${account.label}"`;
  return {
    status,
    retryable: false,
    body: {
      error: 'app_not_connected',
      message:
        `The ${named} of this agent has to be connected again: its provider no longer accepts the stored sign-in. ` +
        `Ask a person to do so at ${connectUrl}.`,
      provider: account.provider,
      connect_url: connectUrl,
    },
  };
}

/** A path of a catalogue host that belongs to no app. The agent may append `request_name` (06 §12). */
export function apiNotRegistered(
  status: number,
  hostname: string,
  agentName: string,
  links: DashboardLinks,
): Refusal {
  const connectUrl = links.requestApp(hostname, agentName);
  return {
    status,
    retryable: false,
    body: {
      error: 'app_not_connected',
      message: `This API of ${hostname} is not one the gateway has credentials for. Ask a person to request it at ${connectUrl}.`,
      hostname,
      connect_url: connectUrl,
    },
  };
}

function ambiguous(error: RefusalCode, reason: string, offers: readonly ConnectionOffer[]): Refusal {
  return {
    status: 409,
    retryable: false,
    body: {
      error,
      message: `${reason}. Send ${CONNECTION_HEADER} with the id of the one to use.`,
      connections: offers,
      header: CONNECTION_HEADER,
      example: `${CONNECTION_HEADER}: ${offers[0]!.id}`,
    },
  };
}
