import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a server and its database, on a port of its own. */
export interface Relay {
  /** The same database by way of here. */
  url: string;
  /** From now on nothing that is answered arrives. */
  swallowAnswers(): void;
  /** Ends every connection; later ones are passed on as in the beginning. */
  cut(): void;
  close(): Promise<void>;
}

export async function startRelay(databaseUrl: string): Promise<Relay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let swallowing = false;
  const server = createServer((from) => {
    const to = connect(Number(target.port), target.hostname);
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        sockets.delete(socket);
        from.destroy();
        to.destroy();
      });
    }
    from.pipe(to);
    to.on('data', (answer) => swallowing || from.write(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    swallowing = false;
  };
  return {
    url: url.href,
    swallowAnswers: () => (swallowing = true),
    cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
