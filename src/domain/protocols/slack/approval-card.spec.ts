import { describe, expect, it } from '@jest/globals';
import { approvalCard, type AskedAction, isDecidable } from './approval-card.js';

const ASKED: AskedAction = {
  method: 'POST',
  host: 'api.bank.test',
  path: '/transfers',
  action: 'Send money',
  details: [],
  agentName: 'Helper',
};
/** 700 characters on the card, its line break included: an ampersand takes five. */
const LINE = { label: 'Texts', value: '&'.repeat(138) };

describe('R55.3 a card decides', () => {
  it.each<[what: string, more: Partial<AskedAction>, decides: boolean]>([
    ['an action of 300 characters', { action: 'x'.repeat(300) }, true],
    ['an action of 301', { action: 'x'.repeat(301) }, false],
    ['a host of 200 characters', { host: 'x'.repeat(200) }, true],
    ['a host of 201', { host: 'x'.repeat(201) }, false],
    ['a label of 60 characters', { details: [{ label: 'x'.repeat(60), value: '1' }] }, true],
    ['a label of 61', { details: [{ label: 'x'.repeat(61), value: '1' }] }, false],
    ['a value of 200 characters', { details: [{ label: 'To', value: 'x'.repeat(200) }] }, true],
    ['a value of 201', { details: [{ label: 'To', value: 'x'.repeat(201) }] }, false],
    ['eight details', { details: Array(8).fill({ label: 'a', value: 'b' }) }, true],
    ['details of 2,800 characters', { details: [LINE, LINE, LINE, LINE] }, true],
    ['details of 2,801', { details: [LINE, LINE, LINE, { ...LINE, label: 'Texts!' }] }, false],
    ['no details', {}, true],
  ])('with %s: %#', (_what, more, decides) => {
    expect(isDecidable({ ...ASKED, ...more })).toBe(decides);
  });
});

it('a card of no details has no section for them', () => {
  const { blocks } = approvalCard(ASKED, 'the-id', new Date(0), 'https://app.test');
  expect(blocks.map((block) => (block as { type: string }).type)).toEqual(['section', 'context', 'actions']);
});
