import { AnswerParts } from '../../../../domain/agents/turns/answer-parts.js';
import type {
  ModelMessage,
  ModelResponse,
  ModelRequest,
  ModelUsage,
  ToolDefinition,
} from '../../../../domain/protocols/llm/messages/model-messages.js';
import type { ModelTarget } from '../../../../domain/protocols/llm/models/model-target.js';
import type { RunDirections } from '../../conversations/runs/run-directions.js';
import type { ModelWay } from '../../models/model-call.js';
import type { ModelClient } from '../../models/model-client.js';
import type { TurnJournal } from './turn-journal.js';
import type { TurnTools } from './turn-tools.js';

export interface LoopParts {
  readonly turnId: string;
  readonly target: ModelTarget;
  readonly system: string;
  /** History, context and the message of the turn; the first `earlier` of them were said before it. */
  readonly messages: readonly ModelMessage[];
  readonly earlier: number;
  readonly definitions: readonly ToolDefinition[];
  readonly mostSteps: number;
  readonly maxOutputTokens: number;
}

export interface LoopServices {
  readonly models: ModelClient;
  readonly way: Omit<ModelWay, 'onPiece'>;
  readonly directions: RunDirections;
  readonly journal: TurnJournal;
  readonly tools: TurnTools;
}

/** 04 §9.1.6. */
const MAX_STEERS = 5;
const NOW_ANSWER =
  'You have used up the steps of this turn. Answer now with what you have, and say what is left to do.';
const LIMIT_NOTE =
  'The limit of steps or tool calls of a turn was reached; the agent was asked for its final answer.';
const LENGTH_NOTE = 'The answer was cut off at the limit of output tokens.';

/** What a model and this server say to each other in one turn (04 §11.5.3 to .7). */
export class TurnLoop {
  readonly said = new AnswerParts();
  /** Follow-ups that became part of the run. */
  readonly joined: string[] = [];
  private readonly spent = { inputTokens: 0, outputTokens: 0, cacheReadInputTokens: 0 };
  private question: ModelRequest;

  constructor(
    private readonly parts: LoopParts,
    private readonly services: LoopServices,
  ) {
    const { target, system, messages, earlier, definitions, maxOutputTokens } = parts;
    const { model, effort } = target;
    const tools = definitions;
    this.question = { model, effort, system, messages, earlier, tools, mustAnswer: false, maxOutputTokens };
  }

  get usage(): ModelUsage {
    return { ...this.spent };
  }

  /** Until the model has nothing more to call. Rejects with a `ModelFailure` or with what stopped the run. */
  async goOn(): Promise<void> {
    for (let step = 1; ; step++) {
      const answer = await this.ask();
      if (answer.toolCalls.length === 0 || this.question.mustAnswer) {
        if (answer.stopped === 'length') await this.note(LENGTH_NOTE);
        return;
      }
      const { text, toolCalls, kept } = answer;
      const outcomes = await this.services.tools.runAll(toolCalls);
      this.add({ role: 'assistant', text, toolCalls, kept }, { role: 'tools', outcomes });
      if (step < this.parts.mostSteps && !this.services.tools.areUsedUp) continue;
      await this.note(LIMIT_NOTE);
      this.add({ role: 'user', text: NOW_ANSWER });
      this.question = { ...this.question, mustAnswer: true };
    }
  }

  private async ask(): Promise<ModelResponse> {
    const { models, way, journal } = this.services;
    way.signal.throwIfAborted();
    await this.takeSteers();
    const { answer, asked, notices } = await models.ask(this.question, this.parts.target, {
      ...way,
      onPiece: (piece) => {
        if (piece.kind === 'text') this.said.piece(piece.text);
        journal.piece(piece);
      },
    });
    // What the provider did not take, it is not asked again.
    this.question = asked;
    for (const notice of notices) await this.note(notice);
    this.said.step(answer.text);
    this.spent.inputTokens += answer.usage.inputTokens;
    this.spent.outputTokens += answer.usage.outputTokens;
    this.spent.cacheReadInputTokens += answer.usage.cacheReadInputTokens;
    return answer;
  }

  /** What people said meanwhile; what comes during the last call runs next instead (04 §11.5.7). */
  private async takeSteers(): Promise<void> {
    const steers = await this.services.directions.offer(this.parts.turnId, MAX_STEERS);
    for (const { turnId, message } of steers) {
      this.add({ role: 'user', text: message });
      this.joined.push(turnId);
    }
  }

  private add(...messages: ModelMessage[]): void {
    this.question = { ...this.question, messages: [...this.question.messages, ...messages] };
  }

  private note(text: string): Promise<void> {
    return this.services.journal.say({ type: 'notice', level: 'warn', text });
  }
}
