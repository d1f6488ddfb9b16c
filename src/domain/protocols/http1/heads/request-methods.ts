/**
 * The methods that are taken: those of the IANA registry that servers speak, as Node's parser has them. The list is
 * closed because methods are case-sensitive and upstreams are not all: `get` or `GeT` would pass a rule about GET.
 */
const METHODS: ReadonlySet<string> = new Set(
  `ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY
  OPTIONS PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK
  UNSUBSCRIBE`.split(/\s+/),
);

export function isRequestMethod(name: string): boolean {
  return METHODS.has(name);
}
