import { ServedCalls } from '../../src/kernel/http/served-calls.js';
import type { TestServer } from './server.js';

/**
 * Lets the pages of this server name endpoints it does not have, so that those which wait for an area to come can be
 * looked at. To be called before the first page is opened.
 */
export function showPagesToCome(server: Pick<TestServer, 'app'>): void {
  server.app.get(ServedCalls).has = () => true;
}
