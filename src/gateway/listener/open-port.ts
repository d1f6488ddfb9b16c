import { createServer, type AddressInfo, type Server } from 'node:net';

/** `opens`: others will join this process on its port; `joins`: this one does. */
export type PortSharing = 'alone' | 'opens' | 'joins';

export interface PortSettings {
  bind: string;
  /** 0 lets the system choose. */
  port: number;
  sharing?: PortSharing | undefined;
}

/** Opens the port; answers the one in use. */
export async function openPort(
  server: Server,
  { bind, port, sharing = 'alone' }: PortSettings,
): Promise<number> {
  // A port to be shared would also be shared with a server that was forgotten there, without a word.
  const free = sharing === 'opens' ? await unusedPort(bind, port) : port;
  return listen(server, { host: bind, port: free, reusePort: sharing !== 'alone' });
}

async function unusedPort(bind: string, port: number): Promise<number> {
  const probe = createServer();
  const found = await listen(probe, { host: bind, port });
  await new Promise((resolve) => probe.close(resolve));
  return found;
}

function listen(
  server: Server,
  options: { host: string; port: number; reusePort?: boolean },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
