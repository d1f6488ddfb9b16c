/** Which files of a turn the model sees as images, and which it can read (04 §11.3.4). */
export interface ShownFile {
  readonly mimeType: string;
  readonly sizeBytes: number;
}

const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const MAX_BYTES = 3_700_000;
const MAX_TOGETHER_BYTES = 10_485_760;

/** Smallest first, so that as many as possible fit. */
export function shownImages<F extends ShownFile>(files: readonly F[]): F[] {
  let left = MAX_TOGETHER_BYTES;
  return files
    .filter(({ mimeType, sizeBytes }) => IMAGE_TYPES.has(mimeType) && sizeBytes <= MAX_BYTES)
    .sort((one, other) => one.sizeBytes - other.sizeBytes)
    .filter(({ sizeBytes }) => (left -= sizeBytes) >= 0);
}

/** `attachment_read` can show it. */
export function isReadableText({ mimeType }: Pick<ShownFile, 'mimeType'>): boolean {
  return mimeType.startsWith('text/') || /^[^/]+\/([^/]+\+)?(json|csv|xml|yaml|x-yaml)$/.test(mimeType);
}
