import {
  Client,
  credentials,
  type Metadata,
  Metadata as GrpcMetadata,
  type MethodDefinition,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Refusal } from '../../../src/gateway/exchange/exchange.js';
import { eventually, type RunningGateway, startGateway, stopAll, testIssuer } from '../wire/wire-harness.js';

const HOST = 'grpc.test';
const asItIs = (bytes: Buffer): Buffer => bytes;

function method(
  name: string,
  requestStream: boolean,
  responseStream: boolean,
): MethodDefinition<Buffer, Buffer> {
  const codec = {
    requestSerialize: asItIs,
    requestDeserialize: asItIs,
    responseSerialize: asItIs,
    responseDeserialize: asItIs,
  };
  return { path: `/test.Echo/${name}`, requestStream, responseStream, ...codec };
}

const ECHO = method('Echo', false, false);
const FAIL = method('Fail', false, false);
const NEVER = method('Never', false, false);
const COUNT = method('Count', false, true);
const SUM = method('Sum', true, false);
const TALK = method('Talk', true, true);

const cancelled: string[] = [];
const seen: Metadata[] = [];

const HANDLERS = {
  echo: (call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>) => {
    seen.push(call.metadata);
    const trailer = new GrpcMetadata();
    trailer.set('x-trailer', 'behind');
    done(null, call.request, trailer);
  },
  fail: (_call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>) =>
    done({ code: status.NOT_FOUND, details: 'not here' }),
  never: (call: ServerUnaryCall<Buffer, Buffer>) => void call.on('cancelled', () => cancelled.push('never')),
  count: (call: ServerWritableStream<Buffer, Buffer>) => {
    call.on('cancelled', () => cancelled.push('count'));
    const most = Number(call.request.toString());
    for (let at = 0; at < most; at += 1) call.write(Buffer.from(String(at)));
    if (most < 1_000) call.end();
  },
  sum: (call: ServerReadableStream<Buffer, Buffer>, done: sendUnaryData<Buffer>) => {
    let sum = 0;
    call.on('data', (piece: Buffer) => (sum += piece.length)).on('error', () => undefined);
    call.on('end', () => done(null, Buffer.from(String(sum))));
  },
  talk: (call: ServerDuplexStream<Buffer, Buffer>) => {
    call.on('error', () => undefined);
    call.on('data', (piece: Buffer) => call.write(Buffer.concat([Buffer.from('re: '), piece])));
    call.on('end', () => call.end());
  },
};

let server: Server;
let port: number;

beforeAll(async () => {
  server = new Server();
  const definitions = { echo: ECHO, fail: FAIL, never: NEVER, count: COUNT, sum: SUM, talk: TALK };
  server.addService(definitions, HANDLERS);
  const leaf = await (await testIssuer()).issueLeaf(HOST);
  const pair = { private_key: Buffer.from(leaf.keyPem), cert_chain: Buffer.from(leaf.chainPem) };
  port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createSsl(null, [pair]), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
});

afterAll(() => server.forceShutdown());

const clients: Client[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await stopAll();
});

async function through(): Promise<{ gateway: RunningGateway; client: Client }> {
  const { certificatePem } = await testIssuer();
  const gateway = await startGateway({
    names: { [HOST]: '127.0.0.1' },
    upstream: { extraRootsPem: certificatePem },
  });
  const client = new Client(`127.0.0.1:${gateway.port}`, credentials.createSsl(Buffer.from(gateway.caPem)), {
    'grpc.enable_http_proxy': 0,
    'grpc.http_connect_target': `dns:${HOST}:${port}`,
    'grpc.http_connect_creds': `x:${gateway.token}`,
    'grpc.ssl_target_name_override': HOST,
    'grpc.default_authority': HOST,
    // A channel of its own, not one of an earlier gateway.
    'grpc.use_local_subchannel_pool': 1,
  });
  clients.push(client);
  return { gateway, client };
}

interface Unary {
  error: ServiceError | null;
  text: string;
  trailer: unknown;
}

function unary(
  client: Client,
  { path }: { path: string },
  text: string,
  options: object = {},
): Promise<Unary> {
  return new Promise((resolve) => {
    let trailer: unknown;
    const call = client.makeUnaryRequest(
      path,
      asItIs,
      asItIs,
      Buffer.from(text),
      new GrpcMetadata(),
      options,
      (error: ServiceError | null, answer?: Buffer) =>
        setImmediate(() => resolve({ error, text: answer?.toString() ?? '', trailer })),
    );
    call.on('status', (told) => (trailer = told.metadata.get('x-trailer')[0]));
  });
}

async function collected(stream: AsyncIterable<Buffer>): Promise<string[]> {
  const told: string[] = [];
  for await (const piece of stream) told.push(piece.toString());
  return told;
}

describe('gRPC through a tunnel', () => {
  it('a unary call is answered, its trailers and its injected credential with it', async () => {
    const { gateway, client } = await through();
    gateway.stages.injection = ({ outbound }) => outbound.headers.push('authorization', 'Bearer real') && 1;
    expect(await unary(client, ECHO, 'hello')).toEqual({ error: null, text: 'hello', trailer: 'behind' });
    expect(seen.at(-1)!.get('authorization')).toEqual(['Bearer real']);
    const large = 'x'.repeat(3_000_000);
    expect((await unary(client, ECHO, large)).text).toBe(large);
    expect(gateway.stages.outcomes[0]).toMatchObject({
      target: ECHO.path,
      outcome: { status: 200, complete: true },
    });
  });

  it('an error that is all of an answer keeps its code and its words', async () => {
    const { client } = await through();
    const { error } = await unary(client, FAIL, 'x');
    expect(error).toMatchObject({ code: status.NOT_FOUND, details: 'not here' });
  });

  it('streams of the server, of the client and of both pass', async () => {
    const { client } = await through();
    const counted = client.makeServerStreamRequest(COUNT.path, asItIs, asItIs, Buffer.from('20'));
    expect(await collected(counted)).toEqual(Array.from({ length: 20 }, (_, at) => String(at)));
    const sum = await new Promise<string>((resolve, reject) => {
      const call = client.makeClientStreamRequest(
        SUM.path,
        asItIs,
        asItIs,
        (error: ServiceError | null, answer?: Buffer) =>
          error ? reject(error) : resolve(answer!.toString()),
      );
      for (let at = 0; at < 30; at += 1) call.write(Buffer.alloc(10_000));
      call.end();
    });
    expect(sum).toBe('300000');
    const talk = client.makeBidiStreamRequest(TALK.path, asItIs, asItIs);
    const heard: string[] = [];
    talk.on('data', (piece: Buffer) => heard.push(piece.toString()));
    for (const said of ['one', 'two', 'three']) {
      talk.write(Buffer.from(said));
      await eventually(() => heard.includes(`re: ${said}`));
    }
    const over = new Promise((resolve) => talk.on('status', resolve));
    talk.end();
    expect(await over).toMatchObject({ code: status.OK });
  });

  it('a deadline ends the call on both sides', async () => {
    const { client } = await through();
    const { error } = await unary(client, NEVER, 'x', { deadline: Date.now() + 300 });
    expect(error!.code).toBe(status.DEADLINE_EXCEEDED);
    await eventually(() => cancelled.includes('never'));
  });

  it('a call that is given up is given up upstream, and the next one is answered', async () => {
    const { client } = await through();
    const call = client.makeServerStreamRequest(COUNT.path, asItIs, asItIs, Buffer.from('1000'));
    call.on('error', () => undefined);
    await new Promise((resolve) => call.once('data', resolve));
    call.cancel();
    await eventually(() => cancelled.includes('count'));
    expect((await unary(client, ECHO, 'after')).text).toBe('after');
  });

  it('a refusal of the gateway is the ordinary refusal, which a client takes for its status', async () => {
    const { gateway, client } = await through();
    const blocked: Refusal = {
      status: 403,
      retryable: false,
      body: { error: 'blocked_by_policy', message: 'No.' },
    };
    gateway.stages.decision = () => blocked;
    const { error } = await unary(client, ECHO, 'x');
    expect(error!.code).toBe(status.PERMISSION_DENIED);
  });
});
