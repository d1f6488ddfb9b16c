import { setMaxIdleHTTPParsers } from 'node:http';

/**
 * Node keeps parsers of connections that ended for the next ones: a thousand, four KiB each outside of the heap, so that
 * after many connections at once they pin as many pages. Making one takes microseconds.
 */
setMaxIdleHTTPParsers(64);
