import { MODEL_CALL_FIELD, type ModelCallMarks } from '../../../kernel/crypto/model-call-marks.js';
import type { Exchange } from '../../exchange/exchange.js';

/** Which requests are questions that the runner inside the server asks a model (04 §11.2.3). */
export class ModelCalls {
  constructor(private readonly marks: Pick<ModelCallMarks, 'isGenuine'>) {}

  isOne(exchange: Exchange): boolean {
    const mark = exchange.headers.get(MODEL_CALL_FIELD);
    return mark !== null && this.marks.isGenuine(mark, exchange);
  }
}
