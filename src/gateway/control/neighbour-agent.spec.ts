import { once } from 'node:events';
import { createServer, get, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PortCertificate } from '../../kernel/config/port-certificate.js';
import {
  generateAuthority,
  openAuthority,
} from '../../modules/foundation/certificate-authority/certificate-issuer.js';
import { NeighbourAgent } from '../../kernel/egress/neighbour-certificate.js';

let server: Server;
let certificates: [PortCertificate, PortCertificate, PortCertificate];

beforeAll(async () => {
  const one = async (): Promise<PortCertificate> => {
    const leaf = await (await openAuthority(await generateAuthority())).issueLeaf('gateway.example.test');
    return { certificatePem: leaf.chainPem, keyPem: leaf.keyPem };
  };
  certificates = [await one(), await one(), await one()];
  const { certificatePem: cert, keyPem: key } = certificates[0];
  server = createServer({ cert, key }, (_request, response) =>
    response.writeHead(200, { connection: 'close' }).end(),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function show({ certificatePem: cert, keyPem: key }: PortCertificate): void {
  server.setSecureContext({ cert, key });
}

function asked(agent: NeighbourAgent): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    const asking = get({ host: '127.0.0.1', port, agent }, (answer) => resolve(answer.resume().statusCode));
    asking.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
}

it('goes with a renewal, also while the neighbour shows the certificate of before, and takes no other', async () => {
  const [first, second, foreign] = certificates;
  let configured = (): PortCertificate => first;
  const agent = new NeighbourAgent(first.certificatePem, () => configured());
  expect(await asked(agent)).toBe(200);
  configured = () => second;
  show(first);
  expect(await asked(agent)).toBe(200);
  show(second);
  expect(await asked(agent)).toBe(200);
  configured = () => {
    throw new Error('only one of the files is written');
  };
  show(second);
  expect(await asked(agent)).toBe(200);
  show(foreign);
  expect(await asked(agent)).toMatch(/^(UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)/);
});
