/** What messages are made of: first what is right, then what some readers take and others do not. */
export const METHODS = [
  'GET',
  'POST',
  'PUT',
  'HEAD',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'CONNECT',
  'M-SEARCH',
  'QUERY',
];
export const ODD_METHODS = [
  'get',
  'GeT',
  'FOO',
  '',
  'G ET',
  'GET\t',
  'GET\0',
  'PRI',
  ' GET',
  'TRACE',
  'SOURCE',
];

export const TARGETS = [
  '/',
  '/a/b?c=d',
  '/%2e%2e/x;y',
  'http://u.test/a',
  'https://u.test:8443',
  '//x',
  '/a|b"c',
];
export const ODD_TARGETS = [
  '*',
  'a',
  '',
  '/a b',
  '/\xe9',
  '/\t',
  '/\x7f',
  '/a#b',
  'u.test:443',
  '?x',
  'http:/x',
  '/%zz',
];

export const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0'];
export const ODD_VERSIONS = [
  'HTTP/1.2',
  'HTTP/2.0',
  'HTTP/0.9',
  'http/1.1',
  'HTTP/1.1 ',
  'HTTP/01.1',
  'HTTP/1.10',
  '',
];

export const STATUSES = ['200', '200', '200', '201', '204', '304', '404', '500', '100', '103', '999'];
export const ODD_STATUSES = ['099', '20', '2000', '+20', '0200', '2 0', '', '1e2', '101'];
export const REASONS = [' OK', ' ', '', ' Not Found', ' caf\xe9', ' a\tb'];
export const ODD_REASONS = ['OK', ' a\0b', ' \x7f', '  two', ' a\rb'];

export const NAMES = [
  'Accept',
  'X-A',
  'x-b',
  'Cookie',
  'User-Agent',
  'Via',
  'ETag',
  'X_Under',
  "!#$%&'*+-.^`|~",
];
export const ODD_NAMES = [
  '',
  ' X',
  'X ',
  'X\t',
  'X\0',
  'X(',
  'X\xe9',
  'X\x0b',
  '"X"',
  'X/Y',
  '\tX',
  'X:',
  'X@Y',
];
export const VALUES = [
  '',
  'a',
  '*/*',
  'a, b',
  ' \t spaced \t ',
  'a:b',
  '\xe9\xff',
  '"q"',
  'close',
  'x'.repeat(64),
];
export const ODD_VALUES = [
  '\0',
  'a\0b',
  'a\rb',
  'a\nb',
  'a\x7fb',
  '\x0b',
  'a\r\n b',
  'a\r\n\tb',
  '\x1f',
  'a\x08',
];

export const CONNECTIONS = [
  'close',
  'keep-alive',
  'Keep-Alive',
  'x-a',
  'close, x',
  'keep-alive, Upgrade',
  'Upgrade',
  ' close ,',
];

export const CODINGS = ['chunked', 'chunked', 'Chunked', 'CHUNKED '];
export const ODD_CODINGS = [
  '\tchunked',
  'chunked\t',
  'xchunked',
  'chunkedx',
  'chunked, identity',
  'identity',
  'gzip, chunked',
  'chunked;q=1',
  'chunked,',
  ', chunked',
  '"chunked"',
  "'chunked'",
  'chunked\x0b',
  'chunk\xe9d',
  '',
  'chunked chunked',
  'chunked\0',
  '\x0bchunked',
  'gzip',
];
/** How a length can be spelled; `%` stands for the number. */
export const LENGTHS = ['%', '%', '%', ' % '];
export const ODD_LENGTHS = [
  '%\t',
  '\t%',
  '+%',
  '-%',
  '0x%',
  '%,%',
  '%, %',
  '0%',
  '000%',
  '%;',
  '%.0',
  '%e0',
  '',
  '% %',
  '%\0',
  '%\x0b',
  '_%',
  '1_%',
  '99999999999999999999',
  '18446744073709551616',
  '4294967301',
  '"%"',
  '\xb2',
];
/** Spellings of the names that frame. */
export const LENGTH_NAMES = ['Content-Length', 'content-length', 'CONTENT-LENGTH'];
export const ODD_LENGTH_NAMES = [
  'Content-Length ',
  ' Content-Length',
  'Content_Length',
  'Content-Length\0',
  'Content.Length',
];
export const CODING_NAMES = ['Transfer-Encoding', 'transfer-encoding', 'TRANSFER-ENCODING'];
export const ODD_CODING_NAMES = [
  'Transfer-Encoding ',
  'Transfer-Encoding\t',
  ' Transfer-Encoding',
  'Transfer_Encoding',
  'Transfer-Encoding\x0b',
  'Transfer-Encoding:',
  'Transfer\0-Encoding',
  'Transfer-Encod\xedng',
  'X: a\nTransfer-Encoding',
  'X: a\rTransfer-Encoding',
];

export const HOSTS = ['u.test', 'u.test:80', '[::1]:8080', '127.0.0.1', 'u_v.test'];
export const ODD_HOSTS = ['', 'u.test, v.test', 'u test', 'u@v', 'u/v', 'u.test\t:80', 'u\0', 'caf\xe9.test'];

/** How a chunk's size can be spelled; `%` stands for the hexadecimal number. */
export const SIZES = ['%', '%', '%', '%', '0%', '0000%'];
export const ODD_SIZES = [
  '+%',
  '-%',
  '0x%',
  '% ',
  ' %',
  '%\t',
  '_%',
  '%_',
  'x%',
  '',
  '000000000000000%',
  '1000000000000000%',
  'fffffffffffffff0%',
  '%.',
  '%,',
  '%h',
];
export const EXTENSIONS = ['', '', '', '', ';a', ';a=b', ';a="b;c"', ';a="\\"";b', ';a=""'];
export const ODD_EXTENSIONS = [
  ';',
  ';a=',
  ' ;a',
  '; a',
  ';a =b',
  ';a="b',
  ';a="b"c',
  ';a=b c',
  ';a=\n',
  ';a\x00',
  ';\xe9',
  ';a="\n"',
  ';a\nb',
  ';a\rb',
  ';;',
  ';a=b;',
  ';"a"',
];
export const TRAILER_LINES = ['X-Sum: 1', 'grpc-status: 0', 'Server-Timing: a;b'];
export const ODD_TRAILER_LINES = [
  'Content-Length: 5',
  'Transfer-Encoding: chunked',
  'Host: v.test',
  'Content_Length: 5',
  'X : 1',
  ' X: 1',
  'X',
  ': 1',
  'X: a\nY: b',
  'X: \0',
];

export const BREAKS = ['\r\n'];
export const ODD_BREAKS = [
  '\n',
  '\r',
  '\r\r\n',
  '\n\r',
  '\r\n ',
  ' \r\n',
  '\r\n\t',
  '\0\r\n',
  '\x85',
  '\x0b',
  '\r\n\r\n',
];
/** What stands behind a message. */
export const BEHIND = [
  '',
  'GET /next HTTP/1.1\r\nHost: n.test\r\n\r\n',
  'HTTP/1.1 200 OK\r\n\r\n',
  '\r\n',
  '0\r\n\r\n',
  'X',
];
/** Bytes that mean something to some reader. */
export const BYTES = '\0\t\n\v\f\r !",:;=0159afAFx+-_\x7f\x80\x85\xa0\xff';
