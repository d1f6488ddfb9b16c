import { truncate } from '../../../domain/text/truncate.js';
import type {
  MemoryHitResponse,
  MemoryIndexRowResponse,
  MemoryResponse,
  MemoryRevisionPreviewResponse,
  MemoryRevisionResponse,
} from './dto/memory-response.dto.js';
import type { MemoryRevisionEntity } from './memory-revision.entity.js';
import { PREVIEW_CHARACTERS } from './memory-revision-store.js';
import type { MemoryHit } from './memory-search.js';
import type { MemoryIndexRow, MemoryRow } from './memory-store.js';

export function presentIndexRow(row: MemoryIndexRow): MemoryIndexRowResponse {
  const { id, agentId, key, title, description, lastRevisionSeq, createdAt, updatedAt } = row;
  return {
    id,
    agentId,
    key,
    title,
    description,
    lastRevisionSeq,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function presentMemory(row: MemoryRow): MemoryResponse {
  return { ...presentIndexRow(row), content: row.content };
}

export function presentHit(hit: MemoryHit): MemoryHitResponse {
  const { id, key, title, description, snippet, rank, updatedAt } = hit;
  return { id, key, title, description, snippet, rank, updatedAt: updatedAt.toISOString() };
}

export function presentRevision(row: MemoryRevisionEntity): MemoryRevisionResponse {
  const { memoryId: _memory, redactedAt, createdAt, ...shown } = row;
  return {
    ...shown,
    redactedAt: redactedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** Of a row whose content was cut behind `PREVIEW_CHARACTERS` characters already, which are up to twice as many units. */
export function presentPreview(row: MemoryRevisionEntity): MemoryRevisionPreviewResponse {
  const revision = presentRevision(row);
  return {
    ...revision,
    content: truncate(revision.content, PREVIEW_CHARACTERS),
    contentTruncated: revision.content.length > PREVIEW_CHARACTERS,
  };
}
