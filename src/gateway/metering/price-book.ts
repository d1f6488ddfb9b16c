import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import type { ApiName } from '../../domain/metering/usage/answer-reading.js';
import {
  layerFault,
  mergedPrices,
  ModelPrices,
  type PriceFile,
  priceFault,
} from '../../domain/metering/prices/price-table.js';
import { configFile } from '../../kernel/config/kinds/config-files.js';
import { ConfigurationError } from '../../kernel/config/configuration-error.js';
import { Configuration } from '../../kernel/config/configuration.js';

/** The metered hosts and the prices of their models: `config/llm-prices.json` merged with the operator's file (R37.3). */
@Injectable()
export class PriceBook {
  private readonly byHost = new Map<string, ModelPrices>();
  private readonly byApi = new Map<ApiName, ModelPrices>();

  constructor({ llmPricesFile }: Configuration) {
    const shipped = readPrices(configFile('llm-prices.json'));
    const file = llmPricesFile === null ? shipped : mergedPrices(shipped, pricesOfOperator(llmPricesFile));
    const fault = priceFault(file);
    if (fault !== null) throw unusable(fault);
    for (const [name, { api, hosts, models }] of Object.entries(file)) {
      const prices = new ModelPrices(name, api, models);
      for (const host of hosts) this.byHost.set(host.toLowerCase(), prices);
      if (name === api) this.byApi.set(api, prices);
    }
  }

  /** The prices of a listed host or of a subdomain of one; null for every other host. `host` is normalized. */
  ofHost(host: string): ModelPrices | null {
    for (let from = 0; from >= 0;) {
      const found = this.byHost.get(host.slice(from));
      if (found !== undefined) return found;
      const dot = host.indexOf('.', from);
      from = dot < 0 ? -1 : dot + 1;
    }
    return null;
  }

  /** The vendor's prices, for a key of its kind that is used on an unlisted host; null for other kinds. */
  ofSecretType(type: string): ModelPrices | null {
    return this.byApi.get(type as ApiName) ?? null;
  }
}

/** Errors name the setting, never its value (R68). */
function pricesOfOperator(path: string): PriceFile {
  try {
    return readPrices(path);
  } catch (error) {
    throw unusable((error as Error).message);
  }
}

function unusable(fault: string): ConfigurationError {
  const problem = `must name a file with prices of models: ${fault}`;
  return new ConfigurationError([{ variable: 'LLM_PRICES_FILE', problem }]);
}

/** Throws for a file without prices or with invalid ones; the server then does not start. */
function readPrices(path: string): PriceFile {
  let file: unknown;
  try {
    file = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const fault = error instanceof SyntaxError ? 'it is not JSON' : (error as NodeJS.ErrnoException).code;
    throw new Error(fault, { cause: error });
  }
  const fault = layerFault(file);
  if (fault !== null) throw new Error(fault);
  return file as PriceFile;
}
