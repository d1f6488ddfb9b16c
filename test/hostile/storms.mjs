/**
 * Every kind of storm: `name` for `--only`, `title` for the table, `run(storm)` until the storm is over. A stranger's
 * storms need no credential; a tenant's use agents and the key of an organization of their own.
 */
import { BODIES } from './storms/bodies.mjs';
import { CONDITIONS } from './storms/conditions.mjs';
import { HEADS } from './storms/heads.mjs';
import { HTTP2 } from './storms/http2.mjs';
import { SIGN_INS } from './storms/sign-ins.mjs';
import { STREAMS } from './storms/streams.mjs';
import { TUNNELS } from './storms/tunnels.mjs';

const CALM = {
  name: 'calm',
  title: 'no storm, for comparison',
  run: (storm) => storm.paced(0, 0, () => undefined),
};

export const STORMS = [
  CALM,
  ...HEADS,
  ...BODIES,
  ...CONDITIONS,
  ...SIGN_INS,
  ...TUNNELS,
  ...STREAMS,
  ...HTTP2,
];
