import { describe, expect, it } from '@jest/globals';
import { type EndedTalk, postsOf } from './turn-posts.js';

const TALK: EndedTalk = {
  question: { fromSlack: true, speaker: 'Ada', message: 'Scheduled run', files: [] },
  joined: [],
  automation: null,
  text: null,
  error: null,
  errorCode: null,
  modelsUrl: 'https://app.test/models',
};

describe('a run that began by itself', () => {
  it.each<[what: string, more: Partial<EndedTalk>, text: string]>([
    ['its title alone where it says nothing', {}, ':calendar: *Scheduled run*'],
    ['why it failed', { error: 'It broke.' }, ':calendar: *Scheduled run*\n:warning: It broke.'],
    ['what it says, though it failed', { text: 'Half.', error: 'No.' }, ':calendar: *Scheduled run*\nHalf.'],
  ])('reports %s', (_what, more, text) => {
    expect(postsOf({ ...TALK, automation: 'cron', ...more })).toEqual([{ kind: 'message.post', text }]);
  });
});

describe('a failure', () => {
  it.each(['turn_limit', null])('of the kind %j leads nowhere', (errorCode) => {
    expect(postsOf({ ...TALK, error: 'It broke.', errorCode })).toEqual([
      { kind: 'message.post', text: ':warning: It broke.' },
    ]);
  });

  it('of the model is words alone where this server has no pages', () => {
    expect(postsOf({ ...TALK, error: 'No key.', errorCode: 'no_model_key', modelsUrl: null })).toEqual([
      { kind: 'message.post', text: ':warning: No key.' },
    ]);
  });
});
