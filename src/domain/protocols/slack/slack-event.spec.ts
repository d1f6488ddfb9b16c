import { describe, expect, it } from '@jest/globals';
import { readSlackEvent, sharedFile } from './slack-event.js';

const MESSAGE = {
  type: 'message',
  channel_type: 'im',
  user: 'UADA',
  channel: 'D1',
  ts: '1.2',
  text: 'hello',
};

describe('a file that Slack describes', () => {
  it.each([
    ['a size', { size: 3 }, { sizeBytes: 3 }],
    ['no bytes', { size: 0 }, { sizeBytes: 0 }],
    ['a size below nothing', { size: -1 }, { sizeBytes: null }],
    ['a size in text', { size: '3' }, { sizeBytes: null }],
    ['a title alone', { title: 'Plan' }, { name: 'Plan' }],
    ['an empty name', { name: '', title: 'Plan' }, { name: 'Plan' }],
    ['a name that is no text', { name: 5 }, { name: 'file' }],
    ['an address of its own for downloads', { url_private_download: 'a', url_private: 'b' }, { url: 'a' }],
  ])('has %s', (_what, file, expected) => {
    expect(sharedFile(file)).toMatchObject(expected);
  });
});

it.each([
  ['text', 'now'],
  ['a number', 1.2],
])('a message whose time is %s is ignored', (_what, ts) => {
  expect(readSlackEvent({ ...MESSAGE, ts }, 'UBOT')).toEqual({ kind: 'ignored' });
});
