import { decisionOf, type GatewayDecision, type StoredEvent } from './events.js';

/** "Log audit", the facility for what was allowed and refused (RFC 5424 §6.2.1). */
const FACILITY = 13;
const WARNING = 4;
const NOTICE = 5;
const INFORMATIONAL = 6;
const LONGEST_HOSTNAME = 255;
/** The number that RFC 5612 sets aside; our names need one, and nobody has to register anything to read them. */
const ELEMENT = 'gateway@32473';

const QUIET: ReadonlySet<GatewayDecision> = new Set(['allowed', 'approval_approved']);
const NOTABLE: ReadonlySet<GatewayDecision> = new Set(['approval_pending', 'approval_cancelled', 'failed']);

export interface SyslogOrigin {
  readonly hostname: string;
  readonly processId: number;
}

/** A message of RFC 5424 whose text is `line`, in octet counting (RFC 6587 §3.4.1). `line` is ASCII. */
export function syslogFrame(event: StoredEvent, line: string, origin: SyslogOrigin): string {
  const message =
    `<${FACILITY * 8 + severityOf(event)}>1 ${event.time} ${hostnameOf(origin.hostname)} credential-gateway ` +
    `${origin.processId} ${event.stream} ${structuredData(event)} ${line}`;
  return `${Buffer.byteLength(message)} ${message}`;
}

function severityOf(event: StoredEvent): number {
  if (event.stream === 'audit') return event.status === 'success' ? INFORMATIONAL : WARNING;
  const decision = decisionOf(event);
  if (QUIET.has(decision)) return INFORMATIONAL;
  return NOTABLE.has(decision) ? NOTICE : WARNING;
}

function structuredData(event: StoredEvent): string {
  const organization = event.kind === 'unauthenticated' ? null : event.organizationId;
  const parameters: [string, string | null][] = [
    ['id', event.id],
    ['organization', organization],
    ...(event.stream === 'audit'
      ? ([
          ['service', event.service],
          ['action', event.action],
        ] as [string, string][])
      : ([['decision', decisionOf(event)]] as [string, string][])),
  ];
  const written = parameters.flatMap(([name, value]) =>
    value === null ? [] : [`${name}="${escaped(value)}"`],
  );
  return `[${[ELEMENT, ...written].join(' ')}]`;
}

/** RFC 5424 §6.3.3. */
function escaped(value: string): string {
  return value.replace(/["\\\]]/g, '\\$&');
}

/** Visible ASCII, `-` for nothing (RFC 5424 §6.2.4). */
function hostnameOf(hostname: string): string {
  return hostname.replace(/[^\x21-\x7e]/g, '').slice(0, LONGEST_HOSTNAME) || '-';
}
