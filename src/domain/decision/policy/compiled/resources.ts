import { HostIndex } from '../../matching/host-index.js';
import type { CredentialLevel } from '../model.js';
import { type PolicySecret, secretHostPatterns } from '../secret-hosts.js';

export interface PolicyConnection {
  readonly id: string;
  readonly provider: string;
}

/** What targets refer to by id: the secrets and connections of one level, and whatever lies beyond it. */
export class Resources {
  private readonly secrets: ReadonlyMap<string, PolicySecret>;
  private readonly connections: ReadonlyMap<string, PolicyConnection>;

  constructor(
    secrets: readonly PolicySecret[],
    connections: readonly PolicyConnection[],
    private readonly beyond: Resources | null = null,
  ) {
    this.secrets = new Map(secrets.map((secret) => [secret.id, secret]));
    this.connections = new Map(connections.map((connection) => [connection.id, connection]));
  }

  secret(id: string): PolicySecret | undefined {
    return this.secrets.get(id) ?? this.beyond?.secret(id);
  }

  connection(id: string): PolicyConnection | undefined {
    return this.connections.get(id) ?? this.beyond?.connection(id);
  }

  has(id: string): boolean {
    return this.secret(id) !== undefined || this.connection(id) !== undefined;
  }
}

/** The hosts that some secret of the level is about; what a `secretScope` target comes down to. */
export function secretHosts(secrets: readonly PolicySecret[], level: CredentialLevel): HostIndex<true> {
  const index = new HostIndex<true>();
  const own = secrets.filter((secret) => secret.level === level);
  for (const pattern of new Set(own.flatMap((secret) => secretHostPatterns(secret))))
    index.add(pattern, true);
  return index;
}
