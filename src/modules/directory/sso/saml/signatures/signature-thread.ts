import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Turns } from '../../../../../kernel/scheduling/turns.js';
import { coveredTexts, type SignatureTask } from './signature-check.worker.js';

/** What is checked in the thread that asks: the messages of most providers, in some milliseconds. */
const MAX_SHORT_CHARACTERS = 65_536;
const MAX_SHORT_MARKS = 300;
/** A message of the largest size takes half a second; a thread that is silent for so long fails. */
const TIMEOUT_MS = 10_000;
const MAX_HEAP_MIB = 256;

/** The file beside this one: compiled like it, or not compiled like it. */
const WORKER = new URL(`./signature-check.worker${extname(import.meta.url)}`, import.meta.url);
/** One at a time of each key: whoever sends many waits for their own, others for one of theirs. */
const THREADS = new Turns(1);

/** As `coveredTexts`; a long message is checked in a thread of its own (ADR 122). */
export async function coveredBySignature(
  task: SignatureTask,
  asker: string,
): Promise<readonly string[] | null> {
  return isShort(task.xml)
    ? coveredTexts(task)
    : THREADS.run(
        asker,
        () => inThread(task),
        () => false,
      );
}

function isShort(xml: string): boolean {
  if (xml.length > MAX_SHORT_CHARACTERS) return false;
  let marks = 0;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1))
    if (++marks > MAX_SHORT_MARKS) return false;
  return true;
}

function inThread(task: SignatureTask): Promise<readonly string[] | null> {
  return new Promise((resolve) => {
    const worker = new Worker(WORKER, {
      workerData: task,
      name: 'saml',
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
    const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
    worker.once('message', resolve);
    // What fails in there is no signature that anybody can rely on.
    worker.once('error', () => resolve(null));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve(null);
    });
  });
}
