import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type {
  ModelResponse,
  ModelRequest,
  ModelUsage,
} from '../../../domain/protocols/llm/messages/model-messages.js';
import type { JudgedProblem } from '../../../domain/protocols/llm/answers/judged-problem.js';
import { ModelFailure } from '../../../domain/protocols/llm/answers/model-failure.js';
import type { ModelTarget } from '../../../domain/protocols/llm/models/model-target.js';
import { shorterRequest } from '../../../domain/protocols/llm/messages/shorter-request.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { callModel, type ModelWay } from './model-call.js';

export interface ModelReply {
  /** With the usage of all that was asked for it. */
  readonly answer: ModelResponse;
  /** As it was asked in the end: what the provider did not take is left out. The turn goes on from this one. */
  readonly asked: ModelRequest;
  /** What is different from what was chosen, for the transcript. */
  readonly notices: readonly string[];
}

interface Adapted {
  readonly asked: ModelRequest;
  readonly notice: string | null;
}

/** 04 §11.6. */
const PAUSES_MS = [1_000, 4_000];
const MAX_PAUSE_MS = 30_000;
const UNSPENT: ModelUsage = { inputTokens: 0, outputTokens: 0, cacheReadInputTokens: 0 };

/** Gets a question answered, with the repeats that concern one question alone (04 §11.3.5, §11.6). */
@Injectable()
export class ModelClient {
  private readonly logger = new Logger(ModelClient.name);
  private readonly timeoutMs: number;

  constructor(configuration: Configuration) {
    this.timeoutMs = configuration.embeddedModelTimeoutSeconds * 1_000;
  }

  /** @throws ModelFailure, and the reason of the signal when it is aborted */
  async ask(question: ModelRequest, target: ModelTarget, way: ModelWay): Promise<ModelReply> {
    let asked = question;
    let spent = UNSPENT;
    let repeats = 0;
    let wasEmpty = false;
    const notices: string[] = [];
    for (;;) {
      const outcome = await callModel(asked, target, way, this.timeoutMs);
      if (outcome.kind === 'answered') {
        const answer = asked.mustAnswer ? withoutCalls(outcome.answer) : outcome.answer;
        spent = together(spent, answer.usage);
        if (!isEmpty(answer) || wasEmpty) return { answer: { ...answer, usage: spent }, asked, notices };
        wasEmpty = true;
        continue;
      }
      const { problem, wasShown, retryAfterMs, fault } = outcome;
      const { provider } = target;
      this.logger.warn({ err: fault, provider, reason: problem.message }, 'model request failed');
      if (wasShown) throw new ModelFailure(problem.outcome, problem.message);
      const adapted = adaptedTo(problem, question, asked, target);
      if (adapted !== null) {
        asked = adapted.asked;
        if (adapted.notice !== null) notices.push(adapted.notice);
        continue;
      }
      const pauseMs = retryAfterMs ?? PAUSES_MS[repeats] ?? 0;
      if (!problem.isPassing || repeats === PAUSES_MS.length || pauseMs > MAX_PAUSE_MS)
        throw new ModelFailure(problem.outcome, problem.message);
      repeats += 1;
      await restFor(pauseMs, way.signal);
    }
  }
}

/** What the provider did not take is left out, each thing once; null where that is no remedy. */
function adaptedTo(
  { about }: JudgedProblem,
  question: ModelRequest,
  asked: ModelRequest,
  { defaultModel }: ModelTarget,
): Adapted | null {
  if (about === 'effort' && asked.effort !== null) {
    const notice = `The model ${asked.model} does not take the effort "${asked.effort}" and was asked without it.`;
    return { asked: { ...asked, effort: null }, notice };
  }
  if (about === 'model' && defaultModel !== null && asked.model !== defaultModel) {
    const notice = `The model ${asked.model} is not available. ${defaultModel} was asked instead.`;
    return { asked: { ...asked, model: defaultModel }, notice };
  }
  if (about === 'length' && asked.earlier === question.earlier) {
    const shorter = shorterRequest(asked);
    return shorter && { asked: shorter, notice: null };
  }
  return null;
}

async function restFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

function isEmpty({ text, toolCalls, stopped }: ModelResponse): boolean {
  return stopped === 'end' && toolCalls.length === 0 && text.trim() === '';
}

/** Some servers do not know that tools can be forbidden. */
function withoutCalls(answer: ModelResponse): ModelResponse {
  return { ...answer, toolCalls: [], stopped: answer.stopped === 'tools' ? 'end' : answer.stopped };
}

function together(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadInputTokens: one.cacheReadInputTokens + other.cacheReadInputTokens,
  };
}
