import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import type { TenantScope } from '../../../kernel/database/scope.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { ConsentService } from '../connect-flow/consent.service.js';
import { PlantedNavigation } from '../connect-flow/planted-navigation.js';
import { setStateCookie } from '../connect-flow/state-cookie.js';
import type { AuthorizeAppQuery } from './dto/authorize.dto.js';

const MAX_AGENT_NAME = 128;

/** Sends a browser to a provider, with the cookie that ties it to the way back (03 §5.2). */
@Injectable()
export class ConsentStart {
  constructor(
    private readonly consent: ConsentService,
    private readonly planted: PlantedNavigation,
    private readonly urls: PublicUrls,
  ) {}

  async redirect(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    caller: OrganizationCaller,
    scope: TenantScope,
    { provider, query }: { provider: string; query: AuthorizeAppQuery },
  ): Promise<void> {
    this.planted.refuse(request);
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if (this.planted.comesFromNowhere(request)) {
      void reply.header('location', this.connectPage(request, scope, { provider, query }));
      return;
    }
    const redirectUri = callbackUrl(this.urls.api(request), provider);
    const { url, state } = await this.consent.begin(provider, {
      scope,
      by: { ...actorOf(caller), userId: caller.userId },
      connectionId: query.connectionId || null,
      agentName: agentNameOf(query),
      redirectUri,
      appOrigin: this.urls.dashboard(request),
    });
    setStateCookie(reply, redirectUri, state);
    void reply.header('location', url);
  }

  /** The page on which a person decides; a token of the link is left behind (R54). */
  private connectPage(
    request: FastifyRequest,
    { organizationId, workspaceId }: TenantScope,
    { provider, query }: { provider: string; query: AuthorizeAppQuery },
  ): string {
    const page = new URL(`${this.urls.dashboard(request)}/app-connect/${encodeURIComponent(provider)}`);
    const parameters = {
      ...(workspaceId === null ? { orgId: organizationId } : { workspaceId }),
      connectionId: query.connectionId,
      agent_name: agentNameOf(query),
    };
    for (const [name, value] of Object.entries(parameters)) if (value) page.searchParams.set(name, value);
    return page.href;
  }
}

function agentNameOf({ agent_name: name }: AuthorizeAppQuery): string | null {
  return name?.slice(0, MAX_AGENT_NAME).toWellFormed() || null;
}

/** Registered at the providers, so always written this way (03 §5.2.5). */
export function callbackUrl(api: string, provider: string): string {
  return `${api}/v1/apps/${encodeURIComponent(provider)}/callback`;
}
