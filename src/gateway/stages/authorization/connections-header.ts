import type { HostConnections } from '../../../domain/decision/policy/choices/connection-choice.js';
import type { AccessibleConnection } from '../../../modules/policy/agent-snapshot/agent-access.js';
import type { ConnectionOffer } from '../../refusals/connection-refusals.js';
import type { EvaluatedRequest } from '../../exchange/exchange.js';

const NAME = 'x-onecli-connections';
const MAX_ENTRIES = 50;
const MAX_BYTES = 8_192;

/**
 * The response header that tells an agent which accounts it may name on a host (06 §10.3.10): a JSON array in
 * ASCII, bounded, made once per agent and host.
 */
export class ConnectionsHeader {
  private readonly values = new WeakMap<HostConnections<AccessibleConnection>, string>();

  constructor(private readonly offerOf: (connection: AccessibleConnection) => ConnectionOffer) {}

  /** Replaces what an earlier decision of the same exchange set; nothing without candidates. */
  set(
    exchange: Pick<EvaluatedRequest, 'responseHeaders'>,
    here: HostConnections<AccessibleConnection>,
  ): void {
    this.clear(exchange);
    if (here.connections.length > 0) exchange.responseHeaders.push([NAME, this.valueOf(here)]);
  }

  clear({ responseHeaders }: Pick<EvaluatedRequest, 'responseHeaders'>): void {
    const at = responseHeaders.findIndex(([name]) => name === NAME);
    if (at >= 0) responseHeaders.splice(at, 1);
  }

  private valueOf(here: HostConnections<AccessibleConnection>): string {
    let value = this.values.get(here);
    if (value === undefined) {
      value = boundedJson(here.connections.slice(0, MAX_ENTRIES).map(this.offerOf));
      this.values.set(here, value);
    }
    return value;
  }
}

/** As many entries, from the first, as fit. */
function boundedJson(offers: readonly ConnectionOffer[]): string {
  let json = '';
  for (const offer of offers) {
    const entry = asciiJson(offer);
    if (json.length + entry.length + 2 > MAX_BYTES) break;
    json += json === '' ? entry : `,${entry}`;
  }
  return `[${json}]`;
}

function asciiJson(value: object): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
