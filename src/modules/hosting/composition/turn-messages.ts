import { Injectable } from '@nestjs/common';
import { isReadableText, shownImages } from '../../../domain/agents/composition/shown-images.js';
import { systemText } from '../../../domain/agents/composition/system-text.js';
import type {
  MessageImage,
  ModelMessage,
  ModelRequest,
} from '../../../domain/protocols/llm/messages/model-messages.js';
import { Database } from '../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { readBounded } from '../../../kernel/egress/bounded-body.js';
import type { AgentRow } from '../../policy/agents/records/agent.view.js';
import { sniffImageType } from '../../policy/agents/image-type.js';
import { RunAttachments, type SentFile } from '../conversations/runs/run-attachments.js';
import type { ClaimedTurn } from '../conversations/runs/run-queue.js';
import { AgentSkills } from '../skills/agent-skills.js';
import { TurnContext } from './turn-context.js';
import { TurnHistory } from './turn-history.js';

/** How a turn that this server runs begins; the rest of its questions is the executor's. */
export type Opening = Pick<ModelRequest, 'system' | 'messages' | 'earlier'>;

/** What the model of an agent sees when a turn begins (04 §11.3). */
@Injectable()
export class TurnMessages {
  constructor(
    private readonly db: Database,
    private readonly skills: AgentSkills,
    private readonly history: TurnHistory,
    private readonly context: TurnContext,
    private readonly attachments: RunAttachments,
  ) {}

  async begin(scope: WorkspaceScope, agent: AgentRow, turn: ClaimedTurn): Promise<Opening> {
    const skills = await this.skills.of(this.db, scope, agent.id);
    const { name: agentName, instructions } = agent;
    const system = systemText({ agentName, instructions, skills, now: new Date() });
    const said = await this.history.of(turn);
    const files = await this.attachments.of(turn.id);
    const images = await this.imagesAmong(files);
    const lines = files.map((file) => lineOf(file, images.has(file)));
    const context = await this.context.of(turn, { files: lines, withReports: false });
    const messages: ModelMessage[] = [...said];
    if (context !== '') messages.push({ role: 'user', text: context });
    messages.push({ role: 'user', text: turn.message, images: [...images.values()] });
    return { system, messages, earlier: said.length };
  }

  /** What only calls itself an image would be refused with all the rest. */
  private async imagesAmong(files: readonly SentFile[]): Promise<Map<SentFile, MessageImage>> {
    const images = new Map<SentFile, MessageImage>();
    for (const file of shownImages(files)) {
      const bytes = await readBounded(this.attachments.bytesOf(file), file.sizeBytes);
      const mediaType = sniffImageType(bytes);
      if (mediaType !== null) images.set(file, { mediaType, data: bytes.toString('base64') });
    }
    return images;
  }
}

function lineOf(file: SentFile, isShown: boolean): string {
  const { id, name, mimeType, sizeBytes } = file;
  const how = isShown
    ? 'shown with the message'
    : isReadableText(file)
      ? 'to be read with attachment_read'
      : 'cannot be opened here';
  return `- ${name} (id ${id}, ${mimeType}, ${sizeBytes} bytes): ${how}`;
}
