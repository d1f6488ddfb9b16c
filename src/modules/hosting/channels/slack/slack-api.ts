import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  type ProviderAnswer,
  ProviderCalls,
  ProviderUnreachable,
} from '../../../../kernel/egress/provider-calls.js';
import { objectOf, type SlackAnswer } from './slack-answer.js';
import { isNeverSent, SlackRefused, SlackUnreachable } from './slack-faults.js';

export interface SlackCall {
  /** Such as `chat.postMessage`. */
  readonly method: string;
  readonly token?: string;
  /** As a form; what is no text goes as JSON, which every method takes. */
  readonly fields?: Readonly<Record<string, string | boolean | object | undefined>>;
  /** How long Slack may have us wait for its rate limits, in all. */
  readonly patienceMs?: number;
}

const BASE = 'https://slack.com/api/';
const CALL_MS = 10_000;
const TOO_MANY_REQUESTS = 429;
/** Where Slack names no time (its documentation promises one). */
const PAUSE_SECONDS = 1;
/** Slack's own trouble, said in answers of every status; trying again may help. */
const TROUBLE = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout']);
const CODE = /^[a-z0-9_]{1,64}$/;

/** Slack's Web API: over the operator's way out, in a time, with its rate limits kept (R38.11, R38.12). */
@Injectable()
export class SlackApi {
  constructor(private readonly calls: ProviderCalls) {}

  /** @throws SlackRefused | SlackUnreachable */
  async call(asked: SlackCall): Promise<SlackAnswer> {
    const { method, patienceMs = 0 } = asked;
    for (let waited = 0; ;) {
      const answer = await this.send(asked);
      const pause = pauseOf(answer);
      if (pause === null) return understood(method, answer);
      waited += pause * 1000;
      if (waited > patienceMs) throw new SlackRefused(method, 'ratelimited', pause);
      await sleep(pause * 1000, undefined, { ref: false });
    }
  }

  private async send({ method, token, fields = {} }: SlackCall): Promise<ProviderAnswer> {
    try {
      return await this.calls.send({
        method: 'POST',
        url: new URL(BASE + method),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: formOf(fields),
        milliseconds: CALL_MS,
      });
    } catch (cause) {
      if (!(cause instanceof ProviderUnreachable)) throw cause;
      throw new SlackUnreachable(method, isNeverSent(cause), { cause });
    }
  }
}

/** Seconds that Slack wants to be left alone; null for any other answer. */
function pauseOf({ status, headers, json }: ProviderAnswer): number | null {
  const limited = status === TOO_MANY_REQUESTS || objectOf(json)['error'] === 'ratelimited';
  if (!limited) return null;
  const said = Number(headers['retry-after']);
  return Number.isInteger(said) && said > 0 ? said : PAUSE_SECONDS;
}

function understood(method: string, { status, json }: ProviderAnswer): SlackAnswer {
  const answer = objectOf(json);
  if (answer['ok'] === true) return answer;
  const code = answer['error'];
  if (answer['ok'] !== false || status >= 500 || TROUBLE.has(String(code)))
    throw new SlackUnreachable(method, false);
  throw new SlackRefused(method, typeof code === 'string' && CODE.test(code) ? code : 'unknown_error');
}

function formOf(fields: NonNullable<SlackCall['fields']>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form.toString();
}
