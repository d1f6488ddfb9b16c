/** Image formats that are accepted as avatars, told by their first bytes (02 §2.3). SVG is none: it can carry scripts. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** The type by magic bytes, whatever the client called it; null for anything else. */
export function sniffImageType(bytes: Buffer): ImageType | null {
  if (startsWith(bytes, PNG)) return 'image/png';
  if (startsWith(bytes, JPEG)) return 'image/jpeg';
  const text = bytes.toString('latin1', 0, 12);
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  // The four bytes between are the length of the file.
  return text.startsWith('RIFF') && text.startsWith('WEBP', 8) ? 'image/webp' : null;
}

function startsWith(bytes: Buffer, prefix: Buffer): boolean {
  return bytes.subarray(0, prefix.length).equals(prefix);
}
