/** Audit entries as Authentication, Account Change or Entity Management. */
import type { AuditEvent } from './events.js';
import { baseOf, CLASSES, type Classified, type Named, OTHER, SERVICE, SEVERITIES } from './ocsf-base.js';

const SIGN_INS: Readonly<Record<string, Named>> = {
  verify: { id: 1, name: 'Logon' },
  delete: { id: 2, name: 'Logoff' },
};
const ACCOUNTS: Readonly<Record<string, Named>> = {
  create: { id: 1, name: 'Create' },
  delete: { id: 6, name: 'Delete' },
};
const ENTITIES: Readonly<Record<string, Named>> = {
  create: { id: 1, name: 'Create' },
  update: { id: 3, name: 'Update' },
  regenerate: { id: 3, name: 'Update' },
  publish: { id: 3, name: 'Update' },
  delete: { id: 4, name: 'Delete' },
  disconnect: { id: 4, name: 'Delete' },
};
/** About people's accounts: registrations and passwords are told by `auth` as well. */
const OF_ACCOUNTS = new Set(['member', 'auth']);

export function ocsfOfAudit(event: AuditEvent, version: string): object {
  const classified = classify(event);
  const person = personOf(event.userId, event.userEmail);
  return {
    ...baseOf(event, classified, version),
    actor: person === null ? { app_name: event.source } : { user: person },
    ...aboutOf(event, classified, person),
    unmapped: {
      service: event.service,
      action: event.action,
      source: event.source,
      workspace_id: event.workspaceId,
      partner_id: event.partnerId,
      metadata: event.metadata,
    },
  };
}

function classify({ service, action, status }: AuditEvent): Classified {
  const success = status === 'success';
  const severity = success ? SEVERITIES.informational : SEVERITIES.medium;
  const other = { id: OTHER, name: action };
  const rest = { severity, success, profiles: [] };
  const signIn = service === 'auth' || service === 'session' ? SIGN_INS[action] : undefined;
  if (signIn !== undefined) return { class: CLASSES.authentication, activity: signIn, ...rest };
  if (OF_ACCOUNTS.has(service))
    return { class: CLASSES.accountChange, activity: ACCOUNTS[action] ?? other, ...rest };
  return { class: CLASSES.entityManagement, activity: ENTITIES[action] ?? other, ...rest };
}

/** What the class requires besides: whom it is about, or what. */
function aboutOf(event: AuditEvent, { class: kind }: Classified, actor: object | null): object {
  const { metadata, service } = event;
  const unknown = { name: 'unknown', type: 'Unknown', type_id: 0 };
  if (kind === CLASSES.authentication) return { user: actor ?? unknown, service: SERVICE, is_remote: true };
  if (kind === CLASSES.accountChange) {
    const changed = personOf(textOf(metadata, 'userId'), textOf(metadata, 'email'));
    return { user: changed ?? (service === 'auth' ? actor : null) ?? unknown };
  }
  const uid = textOf(metadata, `${camel(service)}Id`) ?? textOf(metadata, 'id');
  const name = textOf(metadata, 'name') ?? (uid === null ? service : null);
  return {
    entity: {
      type: service,
      ...(uid !== null && { uid }),
      ...(name !== null && { name }),
      data: metadata ?? {},
    },
  };
}

function personOf(uid: string | null, email: string | null): object | null {
  if (uid === null && email === null) return null;
  return {
    ...(uid !== null && { uid }),
    ...(email !== null && { email_addr: email, name: email }),
    type: 'User',
    type_id: 1,
  };
}

function textOf(metadata: AuditEvent['metadata'], field: string): string | null {
  const value = metadata?.[field];
  return typeof value === 'string' ? value : null;
}

/** `api-key` is `apiKey` in metadata. */
function camel(service: string): string {
  return service.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
