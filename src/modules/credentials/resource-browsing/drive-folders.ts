import { Injectable } from '@nestjs/common';
import { invalidRequest } from '../../../kernel/errors/app-error.js';
import type { DriveFolderResponse } from './dto/resource-browsing.dto.js';
import { type Fields, inTurns, listIn, type ProviderSession, textIn } from './provider-session.js';

const API = 'https://www.googleapis.com/drive/v3';
const FOLDER = 'application/vnd.google-apps.folder';
const ID = /^[A-Za-z0-9_-]{1,128}$/;
const MOST = 1_000;
const MAX_PAGES = 20;
const MAX_IDS = 200;
const COUNTED = 50;
const AT_ONCE = 8;
/** For all counts together: they help people to choose, nobody waits for them long. */
const COUNTING_MS = 15_000;

type Counts = Pick<DriveFolderResponse, 'subfolderCount' | 'fileCount' | 'countCapped'>;
const UNKNOWN: Counts = { subfolderCount: null, fileCount: null, countCapped: false };

/** Folders of Google Drive: My Drive and the shared drives at the top, below that one level at a time. */
@Injectable()
export class DriveFolders {
  async list(session: ProviderSession, parentId = ''): Promise<DriveFolderResponse[]> {
    if (parentId !== '' && !ID.test(parentId)) throw invalidRequest('parentId must be the id of a folder');
    const parent = parentId === '' ? 'root' : parentId;
    const q = `'${parent}' in parents and mimeType = '${FOLDER}' and trashed = false`;
    const shown = { q, pageSize: '1000', fields: 'nextPageToken,files(id,name)', orderBy: 'name_natural' };
    const found = await pages(session, 'files', 'files', shown);
    const drives =
      parentId === ''
        ? await pages(session, 'drives', 'drives', {
            pageSize: '100',
            fields: 'nextPageToken,drives(id,name)',
          })
        : [];
    const entries = [
      ...found.map((each) => ({ ...namedIn(each), kind: 'folder' as const })),
      ...drives.map((each) => ({ ...namedIn(each), kind: 'sharedDrive' as const })),
    ].slice(0, MOST);
    const until = performance.now() + COUNTING_MS;
    const counts = await inTurns(entries.slice(0, COUNTED), AT_ONCE, ({ id }) =>
      performance.now() < until ? this.count(session, id) : Promise.resolve(UNKNOWN),
    );
    return entries.map((entry, at) => ({ ...entry, ...(counts[at] ?? UNKNOWN) }));
  }

  /** By id; null for what the account does not see. */
  async names(session: ProviderSession, ids = ''): Promise<Record<string, string | null>> {
    const wanted = [...new Set(ids.split(',').map((id) => id.trim()))].filter((id) => id !== '');
    if (wanted.length > MAX_IDS) throw invalidRequest(`ids must be at most ${MAX_IDS}`);
    if (!wanted.every((id) => ID.test(id))) throw invalidRequest('ids must be ids of folders');
    const names = await inTurns(wanted, AT_ONCE, (id) => this.name(session, id));
    return Object.fromEntries(wanted.map((id, at) => [id, names[at]!]));
  }

  /** The root folder of a shared drive has a name that says nothing. */
  private async name(session: ProviderSession, id: string): Promise<string | null> {
    const item = await session.ask(address(`files/${id}`, { fields: 'id,name,driveId' }));
    if (item === null) return null;
    if (item['driveId'] !== id) return textIn(item, 'name');
    const drive = await session.ask(address(`drives/${id}`, { fields: 'name' }));
    return drive === null ? null : textIn(drive, 'name');
  }

  /** Null counts where that is not told: whoever chooses a folder can do without. */
  private async count(session: ProviderSession, id: string): Promise<Counts> {
    const q = `'${id}' in parents and trashed = false`;
    const asked = address('files', { q, pageSize: '1000', fields: 'nextPageToken,files(mimeType)' });
    const page = await session.ask(asked).catch(() => null);
    if (page === null) return UNKNOWN;
    const children = listIn(page, 'files');
    const subfolderCount = children.filter((child) => child['mimeType'] === FOLDER).length;
    const countCapped = textIn(page, 'nextPageToken') !== '';
    return { subfolderCount, fileCount: children.length - subfolderCount, countCapped };
  }
}

async function pages(
  session: ProviderSession,
  path: string,
  list: string,
  query: Record<string, string>,
): Promise<Fields[]> {
  const found: Fields[] = [];
  let pageToken = '';
  for (let page = 0; page < MAX_PAGES && found.length < MOST; page++) {
    const answer = await session.require(address(path, { ...query, ...(pageToken !== '' && { pageToken }) }));
    found.push(...listIn(answer, list));
    pageToken = textIn(answer, 'nextPageToken');
    if (pageToken === '') break;
  }
  return found;
}

function address(path: string, query: Record<string, string>): URL {
  const url = new URL(`${API}/${path}`);
  const everywhere: Record<string, string> = path.startsWith('drives')
    ? {}
    : {
        supportsAllDrives: 'true',
        ...(path === 'files' && { includeItemsFromAllDrives: 'true' }),
      };
  for (const [name, value] of Object.entries({ ...query, ...everywhere })) url.searchParams.set(name, value);
  return url;
}

function namedIn(item: Fields): { id: string; name: string } {
  return { id: textIn(item, 'id'), name: textIn(item, 'name') };
}
