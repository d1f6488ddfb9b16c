import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../kernel/access/caller.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { fromConstraintViolation } from '../../kernel/errors/constraint-violation.js';
import { presentError } from '../../kernel/errors/presenter.js';
import { originOf } from '../../modules/foundation/audit/audit-event.js';
import { VaultsService } from '../../modules/credentials/vaults/vaults.service.js';
import { ControlAuthenticator } from '../control/control-authenticator.js';
import type { ControlAnswer, ControlRequest, ControlRoutes } from '../listener/origin-routes.js';

const LARGEST_BODY_BYTES = 65_536;
const NO_STORE = { 'cache-control': 'no-store' };

const PAIR = /^\/v1\/vault\/([^/]+)\/pair\/?$/;
const STATUS = /^\/v1\/vault\/([^/]+)\/status\/?$/;
const VAULTS = /^\/v1\/vault\/onepassword\/vaults\/?$/;
const ITEMS = /^\/v1\/vault\/onepassword\/vaults\/([^/]+)\/items\/?$/;
const FIELDS = /^\/v1\/vault\/onepassword\/items\/([^/]+)\/([^/]+)\/fields\/?$/;

/** What an endpoint answers with `200`. */
type Endpoint = (caller: WorkspaceCaller, request: ControlRequest) => Promise<object>;

/** Pairing with a password manager and browsing it on the gateway's origin (06 §16). */
@Injectable()
export class VaultRoutes implements ControlRoutes {
  constructor(
    private readonly authenticator: ControlAuthenticator,
    private readonly vaultsService: VaultsService,
  ) {}

  async handle(request: ControlRequest): Promise<ControlAnswer | null> {
    const { method, path } = request;
    const endpoint = path.startsWith('/v1/vault/') ? this.endpointFor(method, path) : null;
    return endpoint && this.serve(request, endpoint);
  }

  private async serve(request: ControlRequest, endpoint: Endpoint): Promise<ControlAnswer> {
    const identified = await this.authenticator.authenticate(request);
    if ('refusal' in identified) return identified.refusal;
    const headers = { ...identified.headers, ...NO_STORE };
    try {
      return { status: 200, headers, body: await endpoint(identified.caller, request) };
    } catch (error) {
      const refusal = error instanceof AppError ? error : fromConstraintViolation(error);
      if (refusal === null) throw error;
      return { status: refusal.status, headers, body: presentError(refusal, 'flat') };
    }
  }

  private pair(provider: string): Endpoint {
    return async (caller, request) => {
      const body = parsed(await request.body(LARGEST_BODY_BYTES));
      const { name } = await this.vaultsService.pair(caller, provider, body);
      return { status: 'paired', display_name: name };
    };
  }

  private disconnect(provider: string): Endpoint {
    return async (caller) => {
      await this.vaultsService.disconnect(originOf(caller), provider);
      return { status: 'disconnected' };
    };
  }

  private status(provider: string): Endpoint {
    return async (caller) => {
      const { connected, name, statusData } = await this.vaultsService.status(caller, provider);
      return { connected, name, status_data: statusData };
    };
  }

  private vaults(): Endpoint {
    return async (caller) => ({ vaults: await this.vaultsService.vaults(caller) });
  }

  private items(vaultId: string): Endpoint {
    return async (caller) => ({ items: await this.vaultsService.items(caller, vaultId) });
  }

  private fields(vaultId: string, itemId: string): Endpoint {
    return (caller) => this.vaultsService.fields(caller, vaultId, itemId);
  }

  private endpointFor(method: string, path: string): Endpoint | null {
    const named = (pattern: RegExp): string[] | null => pattern.exec(path)?.slice(1).map(decoded) ?? null;
    if (method === 'POST' || method === 'DELETE') {
      const [provider] = named(PAIR) ?? [];
      if (provider === undefined) return null;
      return method === 'POST' ? this.pair(provider) : this.disconnect(provider);
    }
    if (method !== 'GET' && method !== 'HEAD') return null;
    if (VAULTS.test(path)) return this.vaults();
    const [provider] = named(STATUS) ?? [];
    if (provider !== undefined) return this.status(provider);
    const [vaultId = null, itemId = null] = named(ITEMS) ?? named(FIELDS) ?? [];
    if (vaultId === null) return null;
    return itemId === null ? this.items(vaultId) : this.fields(vaultId, itemId);
  }
}

/** An absent or unparsable body counts as null and goes to the validator (01 §1.6). */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

/** What is no text once decoded names nothing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
