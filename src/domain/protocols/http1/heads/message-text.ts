import { isToken } from '../bytes.js';
import { isRequestMethod } from './request-head.js';

/** What is no part of a field value, characters beyond one byte included: as a byte, U+010A would be a line's end. */
const NOT_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const TARGET = /^[\x21-\x7e]+$/;

/** A message would have said something else than its parts. Its text names no part: they may be secrets. */
export class UnsafeMessagePart extends Error {
  constructor(part: 'method' | 'target' | 'status' | 'reason' | 'name' | 'value' | 'chunk size') {
    super(`This ${part} cannot be part of an HTTP/1.1 message.`);
    this.name = 'UnsafeMessagePart';
  }
}

/** The head of a request, to be written as latin1; `flat` has names and values in turn. */
export function requestHeadText(method: string, target: string, flat: readonly string[]): string {
  if (!isRequestMethod(method)) throw new UnsafeMessagePart('method');
  if (!TARGET.test(target)) throw new UnsafeMessagePart('target');
  return `${method} ${target} HTTP/1.1\r\n${fieldsText(flat)}\r\n`;
}

/** The head of an answer, to be written as latin1; `flat` has names and values in turn. */
export function responseHeadText(
  minor: 0 | 1,
  status: number,
  reason: string,
  flat: readonly string[],
): string {
  if (!Number.isInteger(status) || status < 100 || status > 999) throw new UnsafeMessagePart('status');
  if (NOT_IN_VALUE.test(reason)) throw new UnsafeMessagePart('reason');
  return `HTTP/1.${minor} ${status} ${reason}\r\n${fieldsText(flat)}\r\n`;
}

/** The line before a chunk. A chunk of no bytes would end the body. */
export function chunkHeadText(length: number): string {
  if (!Number.isSafeInteger(length) || length <= 0) throw new UnsafeMessagePart('chunk size');
  return `${length.toString(16)}\r\n`;
}

/** The end of a chunked body, behind the line break of its last chunk. */
export function lastChunkText(flatTrailers: readonly string[]): string {
  return `0\r\n${fieldsText(flatTrailers)}\r\n`;
}

function fieldsText(flat: readonly string[]): string {
  let text = '';
  for (let at = 0; at < flat.length; at += 2) {
    const name = flat[at]!;
    const value = flat[at + 1];
    if (!isToken(name)) throw new UnsafeMessagePart('name');
    if (value === undefined || NOT_IN_VALUE.test(value)) throw new UnsafeMessagePart('value');
    text += `${name}: ${value}\r\n`;
  }
  return text;
}
