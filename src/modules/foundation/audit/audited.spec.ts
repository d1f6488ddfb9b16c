import { expect, it } from '@jest/globals';
import { AUDITED_SERVICES } from './model/audit-vocabulary.js';
import { declareAudited } from './audited.js';

it('what several modules write about stands in the vocabulary once, in order', () => {
  declareAudited('zebra');
  declareAudited('anteater');
  declareAudited('zebra');
  expect(AUDITED_SERVICES.filter((word) => word === 'zebra')).toHaveLength(1);
  expect(AUDITED_SERVICES).toEqual([...AUDITED_SERVICES].sort());
});
