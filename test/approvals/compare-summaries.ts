import type {
  ApprovalSummary,
  SummarizedRequest,
} from '../../src/domain/decision/approval-summaries/summary.js';
import { generated, type GeneratedRequest, marksIn } from './generated-bodies.js';
import { textsSent } from './independent-reader.js';

/** A marked word that is sent and neither shown nor told as left out. */
export interface Hidden {
  readonly seed: number;
  readonly mark: string;
  readonly request: GeneratedRequest;
  readonly summary: ApprovalSummary;
}

export interface Comparison {
  readonly hidden: readonly Hidden[];
  /** How many summaries claim to show everything. */
  readonly complete: number;
}

/** `count` requests from the seeds that begin with `from`. Every hidden word is reported, up to a hundred. */
export function compareSummaries(
  summarize: (request: SummarizedRequest) => ApprovalSummary,
  from: number,
  count: number,
): Comparison {
  const hidden: Hidden[] = [];
  let complete = 0;
  for (let seed = from; seed < from + count && hidden.length < 100; seed++) {
    const request = generated(seed);
    const summary = summarize(asSummarized(request));
    if (summary.incomplete !== undefined) continue;
    complete += 1;
    const shown = new Set(marksIn(JSON.stringify(summary.details)));
    for (const mark of textsSent(request.kind, request.body).flatMap(marksIn))
      if (!shown.has(mark)) hidden.push({ seed, mark, request, summary });
  }
  return { hidden, complete };
}

function asSummarized({ host, path, contentType, body }: GeneratedRequest): SummarizedRequest {
  const whole = Buffer.from(body);
  const bytes = whole.subarray(0, 16_384);
  const truncated = whole.length > bytes.length;
  const declaredLength = whole.length;
  return { method: 'POST', host, path, query: null, contentType, body: { bytes, truncated, declaredLength } };
}
