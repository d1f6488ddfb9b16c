import { Injectable } from '@nestjs/common';
import { isReadableText } from '../../../../domain/agents/composition/shown-images.js';
import { truncate } from '../../../../domain/text/truncate.js';
import { readBounded } from '../../../../kernel/egress/bounded-body.js';
import { RunAttachments } from '../../conversations/runs/run-attachments.js';
import { type ExecutorTool, result, toolError, type ToolOutput, type ToolRun } from './executor-tool.js';

/** 04 §11.4. */
const MAX_CHARS = 32_000;

/** Files that people sent in this conversation, as text (04 §11.3.4). */
@Injectable()
export class AttachmentTool implements ExecutorTool {
  readonly definition = {
    name: 'attachment_read',
    description: 'Reads a text file that was sent in this conversation, a slice at a time.',
    parameters: {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string' },
        offset: { type: 'integer', minimum: 0, description: 'Characters to skip.' },
      },
    },
  };

  constructor(private readonly attachments: RunAttachments) {}

  async call({ turn }: ToolRun, args: unknown): Promise<ToolOutput> {
    const { id, offset = 0 } = args as { id?: unknown; offset?: unknown };
    if (typeof id !== 'string') return toolError('id must be a text');
    if (typeof offset !== 'number' || !Number.isInteger(offset) || offset < 0)
      return toolError('offset must be an integer of at least 0');
    const file = await this.attachments.readSent(turn.conversationId, id);
    if (file === null) return toolError('No such file was sent in this conversation');
    if (!isReadableText(file)) {
      file.bytes.destroy();
      return toolError(`${file.name} is no text file (${file.mimeType})`);
    }
    const text = new TextDecoder().decode(await readBounded(file.bytes, file.sizeBytes));
    const slice = truncate(text.slice(offset), MAX_CHARS);
    const next = offset + slice.length;
    return result({
      id: file.id,
      name: file.name,
      text: slice.toWellFormed(),
      characters: text.length,
      ...(next < text.length && { nextOffset: next }),
    });
  }
}
