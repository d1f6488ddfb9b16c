import { describe, expect, it } from '@jest/globals';
import { overridesIn } from './method-parameters.js';

const ANY = ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

describe('parameters that name another method', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['a=delete', []],
    ['_method=delete', ['delete']],
    ['a=b&_method=put&c', ['put']],
    ['.method=put', ['put']],
    ['[method=put', ['put']],
    ['$httpmethod=patch', ['patch']],
    ['x-http-method-override=delete', ['delete']],
    ['x_http_method=delete', ['delete']],
    ['x.method.override=delete', ['delete']],
    ['{"_method": "delete"}', ['delete']],
    ['name="_method"\r\n\r\ndelete', ['delete']],
    ['_method=put&_method=delete', ['put', 'delete']],
    ['my_method=delete', []],
    ['_methods=delete', []],
    ['_method=de', []],
    ['_method=', []],
  ])('%j', (text, methods) => {
    expect([...new Set(overridesIn(text))]).toEqual(methods);
  });

  it('stand for every method when there are more than anybody sends', () => {
    expect(overridesIn('_method=put&'.repeat(16))).toEqual(Array(16).fill('put'));
    expect(overridesIn('_method=put&'.repeat(17))).toEqual(ANY);
  });
});
