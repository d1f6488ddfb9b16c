/** Requests of agents as such: the event loop, counters, names, and the log of what they did. */
import { loop, mark, through } from '../asking.mjs';

const agentOf = ({ agents }, at) => agents[at % agents.length];
const named = ({ url }, domain) => {
  const { port } = new URL(url);
  return `http://${mark()}.${domain}:${port}/`;
};

export const GATEWAY = [
  {
    name: 'small-requests',
    ask: (one) => through(one, one.agents[0]),
    load: (loud) => loop(32, (at) => through(loud, agentOf(loud, at))),
  },
  {
    name: 'rate-limits',
    ask: (one) => through(one, one.agents[0], undefined, { url: `${one.url}counted` }),
    load: (loud) =>
      loop(32, (at) => through(loud, agentOf(loud, at), undefined, { url: `${loud.url}counted` })),
  },
  {
    name: 'names',
    ask: (one) => through(one, one.agents[0], undefined, { url: named(one, 'quick.test') }),
    load: (loud) =>
      loop(200, (at) =>
        through(loud, agentOf(loud, at), undefined, { url: named(loud, 'silent.test') }).catch(
          () => undefined,
        ),
      ),
  },
  {
    // From the request to its line at the receiver: the queue of the log, and organizations in turn in the export.
    name: 'log-and-export',
    rounds: 2,
    async ask(one, { stands }) {
      const word = mark();
      const seen = stands.siem.arrivals.of(word);
      await through(one, one.agents[0], undefined, { url: one.url + word });
      await seen;
    },
    load: (loud) => loop(32, (at) => through(loud, agentOf(loud, at))),
  },
];
