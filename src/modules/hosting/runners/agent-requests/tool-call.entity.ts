import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ToolResult } from '../../tools/platform-tool.js';

/** A call that changed something, and what it was answered (04 §9.2). */
@Entity('agent_tool_calls')
export class ToolCallEntity {
  @PrimaryColumn('uuid', { name: 'agent_id' })
  agentId: string;

  /** The daemon's own. */
  @PrimaryColumn('text', { name: 'call_id' })
  callId: string;

  @Column('jsonb')
  answer: ToolResult;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
