/**
 * What people run, in the versions that are tried: each prepares itself (null where it cannot be had here) and resolves
 * with its version and with what follows `cgw run --`. Nothing is told of the gateway here: that is what `run` is for.
 */
import { dirname, join } from 'node:path';
import process from 'node:process';
import { npmTools, pythonTools } from '../contract/on-demand.mjs';

const PROGRAMS = join(import.meta.dirname, 'programs');
const QUESTION = 'Say hello.';
const AIDER = [
  ...['--no-git', '--yes', '--no-check-update', '--no-show-model-warnings', '--no-gitignore'],
  ...['--model', 'openai/gpt-4o', '--message', QUESTION],
];
const LANGCHAIN = ['langchain-openai==1.7.3', 'langgraph==1.2.22'];
/** Installed into a temporary folder by this run; never a dependency. */
const LIBRARIES = [
  'openai@7.57.0',
  '@anthropic-ai/sdk@1.12.0',
  'ai@6.0.326',
  '@ai-sdk/openai@3.0.141',
  '@ai-sdk/anthropic@3.0.139',
  '@openai/agents@0.20.0',
  '@langchain/openai@1.5.8',
  '@langchain/core@1.4.0',
  'zod@4.6.7',
];

export const AGENTS = {
  'Claude Code': () =>
    npmProgram('@anthropic-ai/claude-code@2.1.197', 'claude', ['-p', QUESTION], {
      ANTHROPIC_AUTH_TOKEN: 'placeholder',
    }),
  Codex: () =>
    npmProgram('@openai/codex@0.169.0', 'codex', ['exec', '--skip-git-repo-check', QUESTION], {
      CODEX_API_KEY: 'placeholder',
    }),
  'Gemini CLI': () =>
    npmProgram(
      '@google/gemini-cli@0.61.0',
      'gemini',
      ['--skip-trust', '-m', 'gemini-2.5-flash', '-p', QUESTION],
      { GEMINI_API_KEY: 'placeholder' },
    ),
  opencode: () => npmProgram('opencode-ai@1.18.33', 'opencode', ['run', '-m', 'openai/gpt-5', QUESTION]),
  aider: () => pythonProgram(['aider-chat==0.86.2'], 'aider', AIDER),
  'OpenAI Agents SDK (Python)': () => framework(['openai-agents==0.24.0'], 'openai-agents'),
  'LangChain (Python)': () => framework(LANGCHAIN, 'langchain'),
  'LangGraph (Python)': () => framework(LANGCHAIN.toReversed(), 'langgraph', LANGCHAIN),
  'pydantic-ai': () => framework(['pydantic-ai-slim[openai]==2.68.0'], 'pydantic-ai'),
  CrewAI: () => framework(['crewai==1.15.30'], 'crewai'),
  'OpenAI SDK (JS)': () => library('openai', 0),
  'Anthropic SDK (JS)': () => library('anthropic', 1),
  'Vercel AI SDK, OpenAI': () => library('vercel-openai', 2),
  'Vercel AI SDK, Anthropic': () => library('vercel-anthropic', 2),
  'OpenAI Agents SDK (JS)': () => library('openai-agents', 5),
  'LangChain (JS)': () => library('langchain', 6),
};

const versionOf = (name) => name.slice(name.search(/@[^@]*$/) + 1);

async function npmProgram(name, program, args, env = {}) {
  const bin = await npmTools([name], { scripts: true });
  return bin && { version: versionOf(name), line: [join(bin, program), ...args], env };
}

async function library(way, index) {
  const bin = await npmTools(LIBRARIES);
  return (
    bin && {
      version: versionOf(LIBRARIES[index]),
      line: [process.execPath, join(PROGRAMS, 'node.mjs'), way],
      env: { PACKAGES: dirname(dirname(bin)) },
    }
  );
}

/** `packages`: the first one is what is tried. */
async function framework(packages, way, installed = packages) {
  const bin = await pythonTools(installed);
  const version = packages[0].split('==')[1];
  return bin && { version, line: [join(bin, 'python3'), join(PROGRAMS, 'agent.py'), way] };
}

async function pythonProgram(packages, program, args) {
  const bin = await pythonTools(packages);
  return bin && { version: packages[0].split('==')[1], line: [join(bin, program), ...args] };
}
