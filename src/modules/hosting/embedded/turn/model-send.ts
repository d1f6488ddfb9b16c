import type { ModelSend } from '../../models/model-send.js';
import type { ToolRun } from '../tools/executor-tool.js';
import type { AgentTraffic } from '../traffic/agent-traffic.js';

/** The way of a turn's questions to its model: that of all traffic of the agent (04 §11.2.1). */
export function modelSend(traffic: AgentTraffic, run: ToolRun): ModelSend {
  return async ({ method, url, headers, body, signal, pauseClock }) => {
    const request = { method, url: new URL(url), headers, body, modelCall: true };
    const answer = await traffic.send(run, request, {
      signal,
      onHeld: (approval) => {
        const goOn = pauseClock();
        const over = run.onHeld(approval);
        return () => {
          over();
          goOn();
        };
      },
    });
    return { ...answer, headers: lastOfEach(answer.headers) };
  };
}

function lastOfEach(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | undefined> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.at(-1) : value,
  ]);
  return Object.fromEntries(entries) as Record<string, string | undefined>;
}
