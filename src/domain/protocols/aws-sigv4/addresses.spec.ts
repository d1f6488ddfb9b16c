import { describe, expect, it } from '@jest/globals';
import { respell } from './byte-encoding.js';
import { isPresigned } from './signature.js';
import { isS3 } from './signing-scope.js';

describe('the one spelling of bytes', () => {
  it.each([
    ['plain-._~', 'plain-._~'],
    ['%41%7e', 'A~'],
    ['%2f%2F', '%2F%2F'],
    ['a b', 'a%20b'],
    ['%', '%25'],
    ['%4', '%254'],
    ['%4g', '%254g'],
    ['%g4', '%25g4'],
    ['%zz', '%25zz'],
    ['%/0', '%25%2F0'],
    ['%:0', '%25%3A0'],
    ['%`0', '%25%600'],
  ])('of %s is %s', (text, spelled) => {
    expect(respell(text)).toBe(spelled);
  });
});

describe('an address that is its own credential', () => {
  it.each([
    [null, false],
    ['', false],
    ['a=1', false],
    ['a=Signature=', false],
    ['NotSignature=1', false],
    ['X-Amz-Signature=ab', true],
    ['AWSAccessKeyId=a&Signature=ab', true],
  ])('has the query %j: %j', (query, presigned) => {
    expect(isPresigned(query)).toBe(presigned);
  });
});

describe('the rules of S3', () => {
  it.each([
    ['s3', true],
    ['s3-object-lambda', true],
    ['s3express', true],
    ['s3x', false],
    ['sqs', false],
  ])('are those of %s: %j', (service, expected) => {
    expect(isS3({ service, region: 'us-east-1' })).toBe(expected);
  });
});
