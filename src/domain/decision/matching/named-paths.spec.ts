import { describe, expect, it } from '@jest/globals';
import { overridePaths, s3Paths } from './named-paths.js';

describe('paths that fields name beside the request line', () => {
  it.each([
    ['/admin', ['/admin']],
    ['admin?a=b', ['/admin']],
    ['https://other.test/admin#x', ['/admin']],
    [' /admin/ ', ['/admin/']],
    ['/public?x', []],
    ['', []],
    ['https://other.test', []],
  ])('R42 reads %j as %j', (value, paths) => {
    expect(overridePaths([value], [], '/public')).toEqual(paths);
  });

  it('R42 reads a prefix as the path and as what stands in front of it', () => {
    expect(overridePaths(['/admin/'], ['/admin/'], '/public')).toEqual(['/admin/', '/admin/public']);
  });

  it('R57 S3 reads a plus as a blank, and copies from what a field names', () => {
    expect(s3Paths('b.s3.eu-west-1.amazonaws.com', '/a+b', [])).toEqual(['/a%20b']);
    expect(s3Paths('s3.amazonaws.com', '/b/k', ['secret%2Dbucket/k+1?versionId=2'])).toEqual([
      '/secret%2Dbucket/k+1',
      '/secret%2Dbucket/k%201',
      '/k+1',
      '/k%201',
    ]);
    expect(s3Paths('b.s3.amazonaws.com', '/to', ['b%2Fsecret%2Fk'])).toEqual(['/b/secret/k', '/secret/k']);
    const point = 'arn:aws:s3:eu-west-1:123456789012:accesspoint/p/object/secret/k';
    expect(s3Paths('b.s3.amazonaws.com', '/to', [point])).toContain('/secret/k');
    expect(s3Paths('b--use1-az4--x-s3.s3express-use1-az4.us-east-1.amazonaws.com', '/a+b', [])).toEqual([
      '/a%20b',
    ]);
    expect(s3Paths('sqs.amazonaws.com', '/a+b', ['/b/k'])).toEqual([]);
    expect(s3Paths('nots3.amazonaws.com.evil.test', '/a+b', [])).toEqual([]);
  });
});
