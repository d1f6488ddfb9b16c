import type { ServerResponse } from 'node:http';
import { json, type StandInProviders } from './providers.js';
import type { SeenRequest } from './upstream.js';

const FILES = 'www.googleapis.com/drive/v3/files';
const UPLOADS = 'www.googleapis.com/upload/drive/v3/files';

export interface DriveItem {
  name?: string;
  parents?: string[];
  /** Of a file; a folder where there is none. */
  mimeType?: string;
}

/** A drive as its owner's token sees it: items with parents, searches, and upload sessions. */
export class StandInDrive {
  /** Answers of look-ups in place of the item's own. */
  failing: number | null = null;
  /** Whose look-ups are answered; everybody's unless somebody looks at tokens. */
  takes: (authorization: string | undefined) => boolean = () => true;
  private readonly items = new Map<string, DriveItem>();

  constructor(
    private readonly providers: StandInProviders,
    items: Record<string, DriveItem>,
  ) {
    for (const [id, item] of Object.entries({ root: { name: 'My Drive' }, ...items })) this.set(id, item);
    providers.on(UPLOADS, (seen, response) => this.upload(seen, response));
  }

  set(id: string, item: DriveItem): void {
    this.items.set(id, item);
    this.providers.on(`${FILES}/${id}`, ({ headers }, response) => {
      if (!this.takes(headers.authorization)) return json(response, 401, { error: {} });
      if (this.failing !== null) return json(response, this.failing, { error: {} });
      json(response, 200, { id: id === 'root' ? 'mine' : id, ...this.items.get(id) });
    });
  }

  /** Asks that arrived for where items lie; the agent's own requests have other fields. */
  static lookups(seen: readonly SeenRequest[]): string[] {
    return seen
      .filter(({ url }) => url.includes('fields=id,parents'))
      .map(({ url }) => url.split('?')[0]!.replace('/drive/v3/files/', ''));
  }

  private upload({ url, method }: SeenRequest, response: ServerResponse): void {
    if (method !== 'POST') return json(response, 200, { id: 'uploaded' });
    const location = `https://${UPLOADS}?uploadType=resumable&upload_id=session-1`;
    const begins = url.includes('uploadType=resumable');
    response.writeHead(200, begins ? { location, 'content-length': 0 } : {}).end();
  }
}
