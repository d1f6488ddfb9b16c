import { beforeEach, expect, it } from '@jest/globals';
import type { AgentAnswerEvent } from '../../exchange/transport/agent-leg.js';
import { AnswerListeners } from './answer-listeners.js';

class Answer extends AnswerListeners {
  say(event: AgentAnswerEvent): void {
    this.tell(event);
  }
}

let answer: Answer;
let heard: string[];

beforeEach(() => {
  answer = new Answer();
  heard = [];
});

const note = (name: string) => (): void => void heard.push(name);

it('tells in the order of listening, each what it listens for', () => {
  answer.on('drain', note('drain')).once('close', note('first')).on('close', note('second'));
  answer.on('close', note('third'));
  answer.say('close');
  expect(heard).toEqual(['first', 'second', 'third']);
});

it('tells again, but for those who listen once', () => {
  answer.on('drain', note('always')).once('drain', note('once'));
  answer.say('drain');
  answer.say('drain');
  expect(heard).toEqual(['always', 'once', 'always']);
});

it.each(['close', 'drain', 'finish'] as const)('does not tell of %s who no longer listens', (event) => {
  const [kept, gone] = [note('kept'), note('gone')];
  answer.on(event, gone).on(event, kept).off(event, gone).off(event, note('never listened'));
  answer.say(event);
  expect(heard).toEqual(['kept']);
});

it('may be told to stop, and to listen, while it is told', () => {
  const end = (): void => {
    heard.push('end');
    answer.off('close', end).on('drain', note('later'));
  };
  answer.on('close', end).once('drain', () => answer.once('drain', note('again')));
  answer.say('close');
  answer.say('drain');
  expect(heard).toEqual(['end', 'later']);
  answer.say('drain');
  expect(heard).toEqual(['end', 'later', 'later', 'again']);
});
