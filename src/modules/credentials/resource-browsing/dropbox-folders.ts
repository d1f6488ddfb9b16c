import { Injectable } from '@nestjs/common';
import { invalidRequest } from '../../../kernel/errors/app-error.js';
import type { DropboxFolderResponse } from './dto/resource-browsing.dto.js';
import { type Fields, listIn, type ProviderSession, textIn } from './provider-session.js';

const LIST = new URL('https://api.dropboxapi.com/2/files/list_folder');
const CONTINUE = new URL('https://api.dropboxapi.com/2/files/list_folder/continue');
const MOST = 1_000;
/** A page stays far below the size of an answer; most entries may be files. */
const PER_PAGE = 500;
const MAX_PAGES = 20;

/** Folders of a Dropbox, one level at a time. */
@Injectable()
export class DropboxFolders {
  /** Direct subfolders in the order of the provider. */
  async list(session: ProviderSession, path = '/'): Promise<DropboxFolderResponse[]> {
    if (path !== '' && !path.startsWith('/')) throw invalidRequest('path must be absolute');
    const from = path === '/' ? '' : path;
    const folders: DropboxFolderResponse[] = [];
    let page = await session.require(LIST, { method: 'POST', body: { path: from, limit: PER_PAGE } });
    for (let pages = 1; ; pages++) {
      folders.push(...foldersIn(page));
      const cursor = textIn(page, 'cursor');
      if (page['has_more'] !== true || cursor === '' || folders.length >= MOST || pages === MAX_PAGES) break;
      page = await session.require(CONTINUE, { method: 'POST', body: { cursor } });
    }
    return folders.slice(0, MOST);
  }
}

function foldersIn(page: Fields): DropboxFolderResponse[] {
  return listIn(page, 'entries')
    .filter((entry) => entry['.tag'] === 'folder')
    .map((entry) => ({
      id: textIn(entry, 'id'),
      name: textIn(entry, 'name'),
      pathLower: textIn(entry, 'path_lower'),
      pathDisplay: textIn(entry, 'path_display'),
    }));
}
