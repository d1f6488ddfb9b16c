import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AppError, invalidRequest } from '../../../../kernel/errors/app-error.js';
import { parseJson } from '../../../../kernel/http/body/json-body.js';
import { requireReadable } from '../../../../kernel/http/body/refused-input.js';
import { enterOrganization } from '../../../../kernel/logging/request-context.js';
import { randomHex } from '../../../../kernel/crypto/tokens.js';
import { channelErrors } from '../accounts/channel.errors.js';
import { type LiveChannelApp, LiveChannelApps } from '../apps/live-channel-apps.js';
import { objectOf, type SlackAnswer, textOrNull } from '../slack/slack-answer.js';
import { InboundPorts } from './inbound-ports.js';
import { ClickReplies } from './click-replies.js';
import { clickIn } from './slack-clicks.js';
import { isSignedWith, signatureIn } from './slack-signature.js';

const CHALLENGE_MAX = 256;
const SECRET_BYTES = 32;

/** What Slack asked, as its bytes came. */
export interface SlackRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What Slack sends to this server (04 §6.7): nothing counts before the app that it speaks of has signed it. */
@Injectable()
export class SlackInbound {
  /** Compared where there is no app, so that the answer takes as long. */
  private readonly nobodysSecret = randomHex(SECRET_BYTES);

  constructor(
    private readonly presences: LiveChannelApps,
    private readonly doors: InboundPorts,
    private readonly replies: ClickReplies,
  ) {}

  async event(request: SlackRequest): Promise<{ challenge: string } | { ok: true }> {
    const envelope = parsed(request.body);
    const { challenge } = envelope;
    const asksForIt = envelope['type'] === 'url_verification';
    if (asksForIt && typeof challenge === 'string' && challenge.length <= CHALLENGE_MAX) return { challenge };
    const presence = await this.proved(request, envelope['api_app_id']);
    const eventId = textOrNull(envelope['event_id']);
    if (envelope['type'] === 'event_callback' && eventId !== null && works(presence))
      await this.doors.receive({ presenceId: presence.id, eventId, event: objectOf(envelope['event']) });
    return { ok: true };
  }

  async interaction(request: SlackRequest): Promise<{ ok: true }> {
    const form = new URLSearchParams(request.body.toString('utf8'));
    const payload = parsed(Buffer.from(form.get('payload') ?? ''));
    const presence = await this.proved(request, payload['api_app_id']);
    const click = clickIn(payload);
    if (click === null || !works(presence)) return { ok: true };
    const reply = await this.doors.decide({ ...click, presenceId: presence.id });
    if (reply !== null) this.replies.send(payload['response_url'], reply);
    return { ok: true };
  }

  private async proved({ headers, body }: SlackRequest, appId: unknown): Promise<LiveChannelApp> {
    const signed = signatureIn(headers, Date.now());
    if (signed === null) throw new AppError(channelErrors.unproved);
    const presence = typeof appId === 'string' ? await this.presences.calledBack('slack', appId) : null;
    const secret = presence?.credentials.signingSecret ?? this.nobodysSecret;
    if (!isSignedWith(secret, signed, body) || presence === null) throw new AppError(channelErrors.unproved);
    // Slack calls for all organizations from the same addresses (R62).
    enterOrganization(presence.organizationId);
    return presence;
  }
}

function works({ status }: LiveChannelApp): boolean {
  return status === 'active' || status === 'needs_attention';
}

/** 04 §6.7: an unreadable body is the caller's mistake, whoever they are. */
function parsed(bytes: Buffer): SlackAnswer {
  const value = parseJson(bytes);
  requireReadable(value);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as SlackAnswer;
  throw invalidRequest('The body is not valid');
}
