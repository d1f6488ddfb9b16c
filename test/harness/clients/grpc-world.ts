/** A gRPC service among the hosts of an upstream's world, and how it is reached: a proxy to both in front of them. */
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  type Metadata,
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerUnaryCall,
} from '@grpc/grpc-js';
import {
  generateAuthority,
  openAuthority,
} from '../../../src/modules/foundation/certificate-authority/certificate-issuer.js';
import type { Upstream } from '../upstreams/upstream.js';

export const GRPC_HOST = 'grpc.world.test';

export interface GrpcWorld {
  /** Metadata of each call that arrived. */
  readonly seen: Metadata[];
  /** Of a server whose internet is the upstream with this service in it. */
  readonly settings: Record<string, string>;
  close(): Promise<void>;
}

const asItIs = (bytes: Buffer): Buffer => bytes;

/** `/world.Greeter/Hello` answers `hello, ` and what it was sent. */
const HELLO = {
  path: '/world.Greeter/Hello',
  requestStream: false,
  responseStream: false,
  requestSerialize: asItIs,
  requestDeserialize: asItIs,
  responseSerialize: asItIs,
  responseDeserialize: asItIs,
} as const;

export async function startGrpcWorld(upstream: Upstream, host = GRPC_HOST): Promise<GrpcWorld> {
  const seen: Metadata[] = [];
  const service = new Server();
  service.addService(
    { hello: HELLO },
    {
      hello: (call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>) => {
        seen.push(call.metadata);
        done(null, Buffer.concat([Buffer.from('hello, '), call.request]));
      },
    },
  );
  const leaf = await (await openAuthority(await generateAuthority())).issueLeaf(host);
  const pair = { private_key: Buffer.from(leaf.keyPem), cert_chain: Buffer.from(leaf.chainPem) };
  const port = await new Promise<number>((resolve, reject) => {
    service.bindAsync('127.0.0.1:0', ServerCredentials.createSsl(null, [pair]), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const sockets = new Set<Duplex>();
  const proxy = createServer();
  proxy.on('connect', ({ url = '' }: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isHere = url === `${host}:443`;
    const onward: Socket = connect(isHere ? port : upstream.port, '127.0.0.1', () => {
      if (isHere) socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      else onward.write(`CONNECT ${url} HTTP/1.1\r\nhost: ${url}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const one of [socket, onward]) {
      sockets.add(one);
      one
        .on('error', () => undefined)
        .once('close', () => [socket, onward].forEach((each) => each.destroy()));
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    seen,
    settings: {
      ...upstream.settings,
      GATEWAY_EGRESS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      service.forceShutdown();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
