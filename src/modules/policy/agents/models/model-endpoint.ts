import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type EnvHttpProxyAgent, request } from 'undici';
import type { ModelProvider, NamedModel } from '../../../../domain/protocols/llm/models/model-table.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { readBounded } from '../../../../kernel/egress/bounded-body.js';
import { providerDispatcher } from '../../../../kernel/egress/provider-dispatcher.js';

const TIMEOUT_MS = 5_000;
/** A list of 200 models is some ten kilobytes; an answer beyond this is not one. */
const ANSWER_LIMIT_BYTES = 1_048_576;
const TEXT_LIMIT = 200;

interface Source {
  host: string;
  url: string;
  headers: (key: string) => Record<string, string>;
}

/** Fixed, and never built from what a secret says (02 §2.5.4): the key goes to its provider or nowhere. */
export const MODEL_SOURCES: Readonly<Record<ModelProvider, Source>> = {
  anthropic: {
    host: 'api.anthropic.com',
    url: 'https://api.anthropic.com/v1/models?limit=100',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  },
  openai: {
    host: 'api.openai.com',
    url: 'https://api.openai.com/v1/models',
    headers: (key) => ({ authorization: `Bearer ${key}` }),
  },
};

/** Asks a provider which models a key may use. */
@Injectable()
export class ModelEndpoint implements OnModuleDestroy {
  private readonly dispatcher: EnvHttpProxyAgent;

  constructor(configuration: Configuration) {
    this.dispatcher = providerDispatcher(configuration);
  }

  /** In the provider's order. Throws on a redirect, any other answer than a list, or after 5 s in all. */
  async list(provider: ModelProvider, key: string): Promise<NamedModel[]> {
    const { url, headers } = MODEL_SOURCES[provider];
    const { statusCode, body } = await request(url, {
      headers: { accept: 'application/json', ...headers(key) },
      dispatcher: this.dispatcher,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // A body that is given up reports that as an error, which would end the process if nobody listened.
    body.on('error', () => undefined);
    if (statusCode !== 200) {
      body.destroy();
      throw new Error(`the model list was answered with ${statusCode}`);
    }
    return readModels(JSON.parse((await readBounded(body, ANSWER_LIMIT_BYTES)).toString('utf8')));
  }

  async onModuleDestroy(): Promise<void> {
    await this.dispatcher.destroy();
  }
}

function readModels(answer: unknown): NamedModel[] {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) throw new Error('the answer is no model list');
  return (data as unknown[]).flatMap((entry) => {
    const { id, display_name: label } = (entry ?? {}) as { id?: unknown; display_name?: unknown };
    return isText(id) ? [{ id, label: isText(label) ? label : id }] : [];
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= TEXT_LIMIT;
}
