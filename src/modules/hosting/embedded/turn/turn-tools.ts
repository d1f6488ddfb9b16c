import { truncateMarked } from '../../../../domain/agents/turns/truncate-marked.js';
import { RepeatedFailures } from '../../../../domain/agents/turns/repeated-failures.js';
import type { ToolCall, ToolOutcome } from '../../../../domain/protocols/llm/messages/model-messages.js';
import { truncate } from '../../../../domain/text/truncate.js';
import { READING } from '../../../../kernel/scheduling/reading-turns.js';
import type { ReceivedCredentials } from '../../conversations/runs/received-credentials.js';
import { toolError, type ToolOutput, type ToolRun } from '../tools/executor-tool.js';
import type { ExecutorTools } from '../tools/executor-tools.js';
import type { TurnJournal } from './turn-journal.js';

/** 04 §11.4.4. */
const MAX_IN_A_STEP = 16;
/** 04 §9.1.7. */
const MAX_SHOWN = 16_000;
const MAX_NAME = 200;
const UNNAMED = 'unnamed';
const STOPPED = 'The run was stopped.';

/** The tool calls of a turn, one after the other, each in the transcript before it begins and when it is over (04 §11.5.4). */
export class TurnTools {
  private readonly repeated = new RepeatedFailures();
  private made = 0;
  private open: { callId: string; name: string } | null = null;

  constructor(
    private readonly tools: ExecutorTools,
    private readonly run: ToolRun,
    private readonly journal: TurnJournal,
    private readonly most: number,
    private readonly credentials: Pick<ReceivedCredentials, 'ofAgent'>,
  ) {}

  /** No further call is made in this turn. */
  get areUsedUp(): boolean {
    return this.made >= this.most;
  }

  async runAll(calls: readonly ToolCall[]): Promise<ToolOutcome[]> {
    const outcomes: ToolOutcome[] = [];
    for (const [at, call] of calls.entries()) {
      const { content, isError } = await this.one(call, at);
      outcomes.push({ callId: call.id, content, isError });
    }
    return outcomes;
  }

  /** What the run was at when it was stopped gets its end in the transcript. */
  async stopped(): Promise<void> {
    if (this.open === null) return;
    const { open } = this;
    this.open = null;
    await this.journal.say({ type: 'tool.finished', ...open, output: STOPPED, isError: true });
  }

  private async one(call: ToolCall, at: number): Promise<Pick<ToolOutput, 'content' | 'isError'>> {
    if (at >= MAX_IN_A_STEP) return toolError(`At most ${MAX_IN_A_STEP} calls are made in one step`);
    if (this.areUsedUp) return toolError('No further call is made in this turn');
    this.run.signal.throwIfAborted();
    this.made += 1;
    // Ids of providers need not be unique, or be there at all.
    const open = { callId: `call_${this.made}`, name: truncate(call.name, MAX_NAME) || UNNAMED };
    this.open = open;
    // Before the tool has any effect, so that nothing is ever run twice (04 §8.4.2).
    await this.journal.say({ type: 'tool.started', ...open, input: inputOf(call.args) });
    const { content: answered, isError, failed } = await this.tools.call(this.run, call);
    // A model that never sees a credential cannot repeat it in words of its own (R44).
    const mask = await this.credentials.ofAgent(this.run.agentId);
    const content = await READING.read(this.run.agentId, mask.masking(answered));
    const output = truncateMarked(content, MAX_SHOWN);
    await this.journal.say({ type: 'tool.finished', ...open, output, ...(isError && { isError }) });
    this.open = null;
    const advice = this.repeated.note(call, failed);
    return { content: advice === null ? content : `${content}\n\n${advice}`, isError };
  }
}

/** What a model wrote may be no JSON; what may be shown of it is decided where it is reported (R38.16). */
function inputOf(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}
