import { METHODS } from 'node:http';
import { expect, it } from '@jest/globals';
import { isRequestMethod } from './request-methods.js';

it('methods are those that Node takes, in that spelling alone', () => {
  expect(METHODS.filter((method) => !isRequestMethod(method))).toEqual([]);
  expect(METHODS.filter((method) => isRequestMethod(method.toLowerCase()))).toEqual([]);
  expect(['', 'FOO', 'GE', 'GETT', 'PRI', 'ANNOUNCE'].filter(isRequestMethod)).toEqual([]);
});
