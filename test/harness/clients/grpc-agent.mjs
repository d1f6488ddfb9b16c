/** A gRPC client as people write one: nothing in it speaks of a gateway. Says what `grpc.world.test` answers. */
import process from 'node:process';
import { Client, credentials } from '@grpc/grpc-js';

const asItIs = (bytes) => bytes;
const client = new Client('grpc.world.test:443', credentials.createSsl());
const deadline = Date.now() + 20_000;

client.makeUnaryRequest(
  '/world.Greeter/Hello',
  asItIs,
  asItIs,
  Buffer.from('agent'),
  { deadline },
  (error, answer) => {
    client.close();
    if (error === null) process.stdout.write(`${answer.toString()}\n`);
    else {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    }
  },
);
