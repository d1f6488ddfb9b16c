/** One question to a model by the library that is named, as its documentation writes it; the answer goes to stdout. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/** Installed by the run, outside the repository. */
const require = createRequire(join(process.env.PACKAGES, 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

const QUESTION = 'Say hello.';
/** `cgw run` hands over none of Anthropic's own: a coding agent asks for confirmation where it finds one. */
const PLACEHOLDER = 'placeholder';

const WAYS = {
  async openai() {
    const { default: OpenAI } = await load('openai');
    const stream = await new OpenAI().responses.create({ model: 'gpt-5', input: QUESTION, stream: true });
    for await (const event of stream) if (event.type === 'response.output_text.delta') print(event.delta);
  },
  async anthropic() {
    const { default: Anthropic } = await load('@anthropic-ai/sdk');
    const stream = new Anthropic({ apiKey: PLACEHOLDER }).messages.stream({
      model: 'claude-sonnet-5',
      max_tokens: 100,
      messages: [{ role: 'user', content: QUESTION }],
    });
    stream.on('text', print);
    await stream.finalMessage();
  },
  async 'vercel-openai'() {
    const [{ streamText }, { openai }] = [await load('ai'), await load('@ai-sdk/openai')];
    for await (const text of streamText({ model: openai('gpt-5'), prompt: QUESTION }).textStream) print(text);
  },
  async 'vercel-anthropic'() {
    const [{ generateText }, { createAnthropic }] = [await load('ai'), await load('@ai-sdk/anthropic')];
    const anthropic = createAnthropic({ apiKey: PLACEHOLDER });
    print((await generateText({ model: anthropic('claude-sonnet-5'), prompt: QUESTION })).text);
  },
  async 'openai-agents'() {
    const { Agent, run, setTracingDisabled } = await load('@openai/agents');
    setTracingDisabled(true);
    print((await run(new Agent({ name: 'Greeter', model: 'gpt-5' }), QUESTION)).finalOutput);
  },
  async langchain() {
    const { ChatOpenAI } = await load('@langchain/openai');
    for await (const { text } of await new ChatOpenAI({ model: 'gpt-5' }).stream(QUESTION)) print(text);
  },
};

const print = (text) => process.stdout.write(text ?? '');

await WAYS[process.argv[2]]();
