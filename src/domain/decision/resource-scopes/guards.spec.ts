import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalPath } from '../matching/canonical-path.js';
import { type DriveAnswer, guardDrive } from './drive-guard.js';
import { foldersOfSearch } from './drive-query.js';
import { type DriveTree, firstOutside, MAX_STEPS } from './drive-tree.js';
import { isInsideFolders, guardDropbox } from './dropbox-guard.js';
import { readStoredScope } from './effective-scope.js';
import type { GuardedRequest, Question } from './guarded-request.js';

interface Asked {
  method?: string;
  query?: string;
  headers?: [string, string][];
  body?: string | Buffer;
  cut?: boolean;
}

const JSON_TYPE: [string, string] = ['content-type', 'application/json'];

function requestOf(address: string, { method = 'POST', query, headers = [], body }: Asked): GuardedRequest {
  const at = address.indexOf('/');
  const path = address.slice(at);
  return {
    method,
    host: address.slice(0, at),
    path,
    canonicalPath: canonicalPath(path),
    query: query ?? null,
    headers: body === undefined || headers.length > 0 ? headers : [JSON_TYPE],
    hasBody: body !== undefined,
  };
}

function answerOf<Answer>(question: Question<Answer>, { body = '', cut = false }: Asked): Answer {
  if (question.reads === 'nothing') return question.answer;
  return question.answer({ bytes: Buffer.from(body), complete: !cut });
}

describe('Dropbox under a folder scope (03 §13.4)', () => {
  const scope = readStoredScope({ folders: ['/clients', '/Team Ö/Shared/'] });
  const passes = (address: string, asked: Asked = {}) =>
    answerOf(guardDropbox(requestOf(address, asked), scope), asked) === null;
  const api = (operation: string, body: unknown, asked: Asked = {}) =>
    passes(`api.dropboxapi.com/2/${operation}`, {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...asked,
    });
  const content = (operation: string, args: unknown, asked: Asked = {}) =>
    passes(`content.dropboxapi.com/2/files/${operation}`, {
      headers: [['Dropbox-API-Arg', typeof args === 'string' ? args : JSON.stringify(args)]],
      ...asked,
    });

  it.each([
    'get_metadata list_folder list_folder/get_latest_cursor create_folder create_folder_v2 delete delete_v2',
    'permanently_delete get_temporary_link list_revisions restore search',
  ])('%s', (operations) => {
    for (const operation of operations.split(' ')) {
      expect(api(`files/${operation}`, { path: '/Clients/Acme' })).toBe(true);
      expect(api(`files/${operation}`, { path: '/clients' })).toBe(true);
      expect(api(`files/${operation}`, { path: '/clientsfoo' })).toBe(false);
      expect(api(`files/${operation}`, {})).toBe(false);
    }
  });

  it('reads every operation where its path stands', () => {
    const inside = '/clients/a';
    for (const [pass, refuse] of [
      [{ options: { path: inside } }, { path: inside }],
      [{ options: { path: inside }, query: 'x' }, { options: { path: '' } }],
    ]) {
      expect(api('files/search_v2', pass)).toBe(true);
      expect(api('files/search_v2', refuse)).toBe(false);
    }
    for (const operation of ['move', 'move_v2', 'copy', 'copy_v2']) {
      expect(api(`files/${operation}`, { from_path: inside, to_path: '/clients/b' })).toBe(true);
      expect(api(`files/${operation}`, { from_path: inside, to_path: '/b' })).toBe(false);
      expect(api(`files/${operation}`, { from_path: '/b', to_path: inside })).toBe(false);
      expect(api(`files/${operation}`, { from_path: inside })).toBe(false);
    }
    for (const operation of ['upload', 'download', 'download_zip', 'get_preview', 'get_thumbnail']) {
      expect(content(operation, { path: inside })).toBe(true);
      expect(content(operation, { path: '/b' })).toBe(false);
    }
    expect(content('download', { path: inside }, { method: 'GET' })).toBe(true);
    expect(content('get_thumbnail_v2', { path: inside })).toBe(true);
    expect(content('get_thumbnail_v2', { resource: { '.tag': 'path', path: inside } })).toBe(true);
    expect(content('upload_session/finish', { cursor: {}, commit: { path: inside } })).toBe(true);
    expect(content('upload_session/finish', { cursor: {}, commit: { path: '/b' } })).toBe(false);
    expect(content('upload_session/finish', { path: inside })).toBe(false);
    expect(api('sharing/list_shared_links', { path: inside, direct_only: true })).toBe(true);
    for (const direct_only of [undefined, false, 'true', 1, null])
      expect(api('sharing/list_shared_links', { path: inside, direct_only })).toBe(false);
    expect(api('sharing/list_shared_links', { path: inside, direct_only: true, cursor: 'c' })).toBe(false);
    expect(api('files/list_folder/continue', { cursor: 'c' })).toBe(false);
    expect(api('sharing/list_shared_links', {})).toBe(false);
    for (const operation of ['users/get_current_account', 'check/user'])
      expect(api(operation, 'null')).toBe(true);
    for (const operation of ['upload_session/start', 'upload_session/append_v2'])
      expect(content(operation, { close: false })).toBe(true);
  });

  it('refuses what is not in the table, on whichever host', () => {
    for (const address of [
      'api.dropboxapi.com/2/files/copy_batch_v2',
      'api.dropboxapi.com/2/files/delete_batch',
      'api.dropboxapi.com/2/files/upload',
      'api.dropboxapi.com/2/file_requests/list_v2',
      'api.dropboxapi.com/oauth2/token',
      'content.dropboxapi.com/2/files/export',
      'content.dropboxapi.com/2/sharing/get_shared_link_file',
      'api.dropboxapi.com/2/files/list_folder/',
      'api.dropboxapi.com/2//files/list_folder',
      'api.dropboxapi.com/2/files/%6cist_folder',
      'api.dropboxapi.com/2/Files/list_folder',
    ])
      expect([address, passes(address, { body: '{"path":"/clients"}' })]).toEqual([address, false]);
  });

  it.each([
    ['the root', ''],
    ['the root as a path', '/'],
    ['a reference by id', 'id:abc'],
    ['a reference by revision', 'rev:abc'],
    ['a namespace', 'ns:123/clients'],
    ['a path that is not absolute', 'clients/a'],
    ['a climb', '/clients/../b'],
    ['a climb in full-width dots', '/clients/\uff0e\uff0e/b'],
    ['a climb behind an invisible character', '/clients/\u200b../b'],
    ['a slash of another kind', '/clients/..\\b'],
    ['a slash that normalisation makes', '/clients/..\uff0fb'],
    ['an empty segment', '/clients//b'],
    ['blanks at the end', '/clients/a '],
    ['blanks in front', ' /clients/a'],
    ['a lone surrogate', '/clients/\ud800'],
    ['a letter that folds beyond ASCII', '/client\u017f/a'],
    ['the Kelvin sign', '/\u212aclients'],
    ['a path longer than any', `/clients/${'a'.repeat(5_000)}`],
    ['a number', 7],
    ['a list', ['/clients/a']],
    ['nothing', null],
  ])('refuses %s', (_, path) => {
    expect(api('files/list_folder', { path })).toBe(false);
    expect(content('download', `{"path":${JSON.stringify(path)}}`)).toBe(false);
  });

  it('lets pass what people call files', () => {
    for (const path of [
      '/clients/a b.txt',
      '/CLIENTS/.hidden',
      '/clients/a..b',
      '/clients/日本語',
      '/Team Ö/shared/x',
    ])
      expect([path, api('files/get_metadata', { path })]).toEqual([path, true]);
  });

  it('R26 refuses arguments that have two readings', () => {
    const inside = '{"path":"/clients/a"}';
    for (const body of [
      '{"path":"/clients/a","path":"/b"}',
      '{"path":"/clients/a","Path":"/b"}',
      '{"path":"/clients/a","p\\u0061th":"/b"}',
      '{"options":{"path":"/clients/a"},"options":{"path":"/b"}}',
      `\ufeff${inside}`,
      `${inside} {}`,
      '{path:"/clients/a"}',
      "{'path':'/clients/a'}",
      '[{"path":"/clients/a"}]',
      '{"path":"/clients/a",}',
      '{"PATH":"/clients/a"}',
      '',
    ]) {
      expect([body, api('files/list_folder', body)]).toEqual([body, false]);
      expect([body, content('download', body)]).toEqual([body, false]);
    }
    expect(api('files/list_folder', inside, { cut: true })).toBe(false);
    const asked = (...headers: [string, string][]) => api('files/list_folder', inside, { headers });
    expect(asked(['Content-Type', 'application/json; charset=utf-8'])).toBe(true);
    expect(asked()).toBe(true);
    expect(asked(['content-type', 'text/plain; charset=dropbox-cors-hack'])).toBe(false);
    expect(asked(['content-type', 'application/json; charset=utf-16'])).toBe(false);
    expect(asked(JSON_TYPE, JSON_TYPE)).toBe(false);
    expect(asked(JSON_TYPE, ['Content_Type', 'text/plain'])).toBe(false);
    expect(asked(JSON_TYPE, ['content-encoding', 'gzip'])).toBe(false);
    expect(passes('api.dropboxapi.com/2/files/list_folder', { body: Buffer.from([0x7b, 0xff, 0x7d]) })).toBe(
      false,
    );
  });

  it('refuses arguments that lead elsewhere than their path', () => {
    const path = '/clients/a';
    expect(api('files/list_folder', { path, shared_link: { url: 'https://x' } })).toBe(false);
    expect(content('download', { path, rev: 'abc' })).toBe(false);
    expect(content('get_thumbnail_v2', { path, resource: { '.tag': 'link', url: 'x', path } })).toBe(false);
    expect(content('get_thumbnail_v2', { path, resource: { '.tag': 'path', path: '/b' } })).toBe(false);
    expect(content('get_thumbnail_v2', { path: '/b', resource: { '.tag': 'path', path } })).toBe(false);
    const field: [string, string] = ['Dropbox-API-Arg', JSON.stringify({ path })];
    const asked = (asking: Asked) => passes('content.dropboxapi.com/2/files/download', asking);
    expect(asked({ headers: [field] })).toBe(true);
    expect(asked({ headers: [field], query: 'arg=%7B%22path%22%3A%22%2Fb%22%7D' })).toBe(false);
    for (const name of [
      'Dropbox-API-Arg',
      'dropbox_api_arg',
      'Dropbox-API-Path-Root',
      'Dropbox-API-Select-User',
    ])
      expect([name, asked({ headers: [field, [name, '{"path":"/b"}']] })]).toEqual([name, false]);
    for (const name of ['X-HTTP-Method-Override', 'x_http_method', 'X-Method-Override'])
      expect(asked({ headers: [field, [name, 'GET']] })).toBe(false);
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])
      expect(asked({ headers: [field], method })).toBe(false);
    expect(api('files/list_folder', { path }, { method: 'GET' })).toBe(false);
    expect(content('download', `{"path":"/clients/\xe9"}`)).toBe(false);
    expect(content('download', '{"path":"/clients/\\u00e9"}')).toBe(true);
  });

  it('a path that passes begins with a folder of the scope, whatever it is made of', () => {
    const part = fc.constantFrom(
      'clients',
      'CLIENTS',
      '..',
      '.',
      '',
      ' ',
      'a',
      '\u200b',
      '\uff0e',
      '\\',
      'id:',
      'x/..',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const path = `/${parts.join('/')}`;
        if (!isInsideFolders(path, scope)) return;
        expect(path.toLowerCase()).toMatch(/^\/clients(\/|$)/);
        expect(path.normalize('NFKC').split(/[/\\]/)).not.toContain('..');
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('searches of Google Drive (03 §13.5)', () => {
  it.each<[string, string[] | null]>([
    [`'fA' in parents`, ['fA']],
    [`'fA' in parents and trashed = false`, ['fA']],
    [`name contains 'it\\'s' and 'fA' in parents AND mimeType != 'x'`, ['fA']],
    [`('fA' in parents or 'fB' in parents) and not name = 'x'`, ['fA', 'fB']],
    [`trashed=false and ('fA' in parents and name='x' and modifiedTime > '2020-01-01T00:00:00')`, ['fA']],
    [`'fA' in parents and properties has { key='a' and value='b' }`, ['fA']],
    [`'fA' in parents and 'me' in owners`, ['fA']],
    [`'fA' in parents or 'fB' in parents`, null],
    [`'fA' in parents or trashed = false`, null],
    [`('fA' in parents or trashed = false)`, null],
    [`not 'fA' in parents`, null],
    [`not ('fA' in parents)`, null],
    [`'fA' in parents and trashed = false or name = 'x'`, null],
    [`('fA' in parents and trashed = false or name = 'x')`, null],
    [`name contains '\\'fA\\' in parents'`, null],
    [`name contains ''fA' in parents'`, null],
    [`'me' in owners`, null],
    [`'fA' in PARENTS`, null],
    [`'fA' in parents) or (trashed = false`, null],
    [`'fA' in parents trashed = false`, null],
    [`'fA' in parents and`, null],
    [`'f\\'A' in parents`, null],
    [`"fA" in parents`, null],
    [`'fA' in parents -- x`, null],
    [`${'('.repeat(40)}'fA' in parents${')'.repeat(40)}`, null],
    [`${'not '.repeat(10_000)}'fA' in parents`, null],
    [`'fA' in parents and in = 'x'`, null],
    [`'fA' in parents and = 'x'`, null],
    ['', null],
  ])('%s', (query, folders) => {
    expect(foldersOfSearch(query)).toEqual(folders);
  });

  it('is read in one pass, however long', () => {
    const long = `'fA' in parents and name = '${"\\'".repeat(6_000)}`;
    expect(foldersOfSearch(long)).toBeNull();
    expect(foldersOfSearch(`'fA' in parents${" and 'fA' in parents".repeat(700)}`)).toHaveLength(701);
  });
});

describe('Google Drive under a folder scope (03 §13.5)', () => {
  const ask = (target: string, asked: Asked = {}): DriveAnswer => {
    const [path, query] = target.split('?') as [string, string?];
    const asking = { method: 'GET', ...asked, ...(query !== undefined && { query }) };
    return answerOf(guardDrive(requestOf(`www.googleapis.com${path}`, asking)), asking);
  };
  /** The ids that have to be inside; `refused` for what no id could open. */
  const needs = (target: string, asked: Asked = {}): string => {
    const answer = ask(target, asked);
    return 'detail' in answer ? 'refused' : [...answer.items, ...answer.drives].join(' ');
  };
  const created = (metadata: unknown) => ({ method: 'POST', body: JSON.stringify(metadata) });
  const multipart = (metadata: string, type = 'multipart/related; boundary=b'): Asked => ({
    method: 'POST',
    headers: [['Content-Type', type]],
    body: `--b\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${metadata}\r\n--b\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n--b--`,
  });

  it('asks about the item that the path names, and where it is put', () => {
    expect(needs('/drive/v3/about')).toBe('');
    expect(needs('/drive/v3/files/generateIds')).toBe('');
    expect(needs('/drive/v3/files/f1')).toBe('f1');
    expect(needs('/drive/v3/files/f1?alt=media')).toBe('f1');
    expect(needs('/drive/v3/files/f1/permissions/123', { method: 'DELETE' })).toBe('f1');
    expect(
      needs('/drive/v3/files/f1?addParents=p1,p2&removeParents=p3', { method: 'PATCH', body: '{}' }),
    ).toBe('f1 p1 p2');
    expect(needs('/drive/v3/files/f1/copy', created({ parents: ['p1'] }))).toBe('f1 p1');
    expect(needs('/drive/v3/files', created({ name: 'x', parents: ['p1'] }))).toBe('p1');
    expect(needs("/drive/v3/files?q='p1'+in+parents&pageSize=5")).toBe('p1');
    expect(needs('/drive/v3/drives/d1')).toBe('d1');
    expect(needs('/upload/drive/v3/files/f1?uploadType=media', { method: 'PATCH', body: 'x' })).toBe('f1');
    expect(needs('/upload/drive/v3/files?uploadType=multipart', multipart('{"parents":["p1"]}'))).toBe('p1');
    expect(needs('/upload/drive/v3/files?uploadType=resumable', created({ parents: ['p1'] }))).toBe('p1');
    const session = ask('/upload/drive/v3/files?upload_id=u&gateway_session=s', { method: 'PUT', body: 'x' });
    expect(session).toEqual({ items: [], drives: [], session: { uploadId: 'u', proof: 's' } });
  });

  it.each<[string, Asked]>([
    ['/drive/v3/files', {}],
    ['/drive/v3/files?q=trashed=false', {}],
    ["/drive/v3/files?q='p1'+in+parents&q=trashed=false", {}],
    ["/drive/v3/files?q='p1'+in+parents&Q=trashed=false", {}],
    ["/drive/v3/files?q='p1'+in+parents;q=x", {}],
    ["/drive/v3/files?q='p1'+in+parents%00", {}],
    ["/drive/v3/files?q='p1'%C0%A0in+parents", {}],
    ["/drive/v3/files?q='root'+in+parents", {}],
    ["/drive/v3/files?q='p1'+in+parents", { method: 'HEAD' }],
    ["/drive/v3/files?q='p1'+in+parents", { method: 'GET', body: 'x' }],
    ["/drive/v3/files?q='p1'+in+parents&$httpMethod=DELETE", {}],
    ['/drive/v3/files/trash', { method: 'DELETE' }],
    ['/drive/v3/files/root', {}],
    ['/drive/v3/files/Root', {}],
    ['/drive/v3/files/f1/../f2', {}],
    ['/drive/v3/files/f1%2F..%2Ff2', {}],
    ['/drive/v3/files/%66%31', {}],
    ['/drive/v3//files/f1', {}],
    ['/drive/v3/files/f1:copy', { method: 'POST' }],
    ['/drive/v3/files/f1?addParents=root', { method: 'PATCH' }],
    ['/drive/v3/files/f1?AddParents=p1', { method: 'PATCH' }],
    ['/drive/v3/files/f1?addParents[]=p1', { method: 'PATCH' }],
    ['/drive/v3/files/f1', { method: 'POST', headers: [['X-HTTP-Method-Override', 'PATCH']] }],
    ['/drive/v3/files/f1?_method=DELETE', { method: 'POST' }],
    ['/drive/v3/files/f1/copy', { method: 'POST', body: '{}' }],
    ['/drive/v3/files/f1/copy', { method: 'POST' }],
    ['/drive/v3/files', created({ name: 'x' })],
    ['/drive/v3/files', created({ parents: [] })],
    ['/drive/v3/files', created({ parents: 'p1' })],
    ['/drive/v3/files', created({ parents: [{ id: 'p1' }] })],
    ['/drive/v3/files', created({ parents: ['root'] })],
    ['/drive/v3/files', created({ Parents: ['p1'] })],
    ['/drive/v3/files', { method: 'POST', body: '{"parents":["p1"],"parents":["p2"]}' }],
    ['/drive/v3/files', { method: 'POST', body: '{"parents":["p1"],"PARENTS":["p2"]}' }],
    [
      '/drive/v3/files',
      { ...created({ parents: ['p1'] }), headers: [JSON_TYPE, ['content-encoding', 'gzip']] },
    ],
    [
      '/drive/v3/files',
      { ...created({ parents: ['p1'] }), headers: [['content-type', 'application/x-protobuf']] },
    ],
    ['/drive/v3/files', { ...created({ parents: ['p1'] }), cut: true }],
    ['/upload/drive/v3/files?uploadType=media', { method: 'POST', body: 'x' }],
    ['/upload/drive/v3/files', created({ parents: ['p1'] })],
    ['/upload/drive/v3/files?uploadType=resumable&uploadType=media', created({ parents: ['p1'] })],
    ['/upload/drive/v3/files?uploadType=multipart', multipart('{}')],
    ['/upload/drive/v3/files?uploadType=multipart', multipart('{"parents":["p1"],"parents":["p2"]}')],
    [
      '/upload/drive/v3/files?uploadType=multipart',
      multipart('{"parents":["p1"]}', 'multipart/related; boundary=c'),
    ],
    [
      '/upload/drive/v3/files?uploadType=multipart',
      multipart('{"parents":["p1"]}', 'multipart/related; boundary=b; boundary=c'),
    ],
    [
      '/upload/drive/v3/files?uploadType=multipart',
      multipart('{"parents":["p1"]}', 'application/json, multipart/related; boundary=b'),
    ],
    [
      '/upload/drive/v3/files?uploadType=multipart',
      {
        ...multipart('{"parents":["p1"]}'),
        body: `preamble\r\n${String(multipart('{"parents":["p1"]}').body)}`,
      },
    ],
    [
      '/upload/drive/v3/files?uploadType=multipart',
      {
        ...multipart(''),
        body: '--b\r\nContent-Type: application/json\r\nContent-Transfer-Encoding: base64\r\n\r\n{"parents":["p1"]}\r\n--b--',
      },
    ],
    [
      '/upload/drive/v3/files?uploadType=multipart',
      { ...multipart(''), body: '--b\nContent-Type: application/json\n\n{"parents":["p1"]}\n--b--' },
    ],
    ['/upload/drive/v3/files?upload_id=u', { method: 'PUT', body: 'x' }],
    ['/upload/drive/v3/files?upload_id=u', created({ parents: ['p1'] })],
    ['/upload/drive/v3/files/f1?upload_id=u', { method: 'PUT', body: 'x' }],
    [
      '/upload/drive/v3/files?uploadType=resumable',
      { ...created({ parents: ['p1'] }), headers: [JSON_TYPE, ['X-Goog-Upload-Command', 'start']] },
    ],
    ['/drive/v3/drives', {}],
    ['/drive/v3/drives/d1', { method: 'DELETE' }],
    ['/drive/v3/changes', {}],
    ['/drive/v2/files/f1', {}],
    ['/drive/v3beta/files/f1', {}],
    ['/batch/drive/v3', { method: 'POST', body: 'x' }],
    ['/drive/v3/teamdrives/d1', {}],
    ['/', {}],
  ])('refuses %s %j', (target, asked) => {
    expect(needs(target, asked)).toBe('refused');
  });

  it('refuses another host and more items than a request should have', () => {
    const asked = { method: 'GET' };
    const elsewhere = answerOf(guardDrive(requestOf('drive.googleapis.com/drive/v3/about', asked)), asked);
    expect(elsewhere).toHaveProperty('detail');
    const many = Array.from({ length: 101 }, (_, each) => `p${each}`);
    expect(needs('/drive/v3/files', created({ parents: many }))).toBe('refused');
  });
});

describe('where items of Google Drive lie (03 §13.5.1)', () => {
  /** A drive in miniature: the parents of every item. */
  class Tree implements DriveTree {
    asked = 0;
    constructor(readonly parents: Record<string, string[]>) {}

    parentsOf(id: string): Promise<readonly string[] | null> {
      this.asked += 1;
      return Promise.resolve(Object.hasOwn(this.parents, id) ? this.parents[id]! : null);
    }

    myDrive(): Promise<string> {
      return Promise.resolve('mine');
    }
  }

  const tree = () =>
    new Tree({
      '0Drive': [],
      fA: ['0Drive'],
      sub: ['fA'],
      item: ['sub'],
      fB: ['0Drive'],
      mine: [],
      top: ['mine'],
      inTop: ['top'],
      shared: [],
      twoParents: ['fB', 'fA'],
      loopA: ['loopB'],
      loopB: ['loopA'],
      belowUnseen: ['unseen'],
      twice: ['mine', 'fB'],
      belowTwice: ['twice'],
    });
  const inside = async (id: string, ...chains: string[]) =>
    (await firstOutside({ items: [id], drives: [] }, chains, tree())) === null;

  it.each<[string, string[], boolean]>([
    ['item', ['0Drive/fA'], true],
    ['fA', ['0Drive/fA'], true],
    ['item', ['0Drive/fA/sub'], true],
    ['item', ['0Drive'], true],
    ['fB', ['0Drive/fA'], false],
    ['0Drive', ['0Drive/fA'], false],
    ['unknown', ['0Drive/fA'], false],
    ['inTop', ['top'], true],
    ['top', ['mine/top'], true],
    ['inTop', ['0Drive/top'], false],
    ['item', ['fA'], false],
    ['item', ['0Drive/fB/fA'], false],
    ['item', ['0Drive/sub'], false],
    ['shared', ['shared'], true],
    ['twoParents', ['0Drive/fA'], true],
    ['loopA', ['0Drive/fA'], false],
    ['item', [], false],
    ['belowUnseen', ['unseen/belowUnseen'], false],
    ['belowTwice', ['twice/belowTwice'], false],
  ])('%s in %j: %s', async (id, chains, expected) => {
    expect(await inside(id, ...chains)).toBe(expected);
  });

  it('a drive is one that a live chain begins with', async () => {
    const asked = (id: string, ...chains: string[]) =>
      firstOutside({ items: [], drives: [id] }, chains, tree());
    expect(await asked('0Drive', '0Drive/fA')).toBeNull();
    expect(await asked('0Drive', '0Drive/sub')).toBe('0Drive');
    expect(await asked('fA', '0Drive/fA')).toBe('fA');
  });

  it('asks no more than a bounded number of questions, and refuses then', async () => {
    const deep = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, each) => [`i${each}`, [`i${each + 1}`]]),
    );
    const endless = new Tree(deep);
    expect(await firstOutside({ items: ['i0'], drives: [] }, ['i999'], endless)).toBe('i0');
    expect(endless.asked).toBeLessThanOrEqual(MAX_STEPS);
  });
});
