/** The provider did not give what was asked for. The text is for people: it repeats nothing the provider said. */
export class ConnectRefused extends Error {}
