/**
 * Everything of "What organizations share" (docs/operations/capacity.md) in which one organization could make another
 * wait. A thing has a `name`; `ask`, what a quiet organization does, which answers how long it waited where that is not
 * all of its time; `load`, what the loud one does until what it answers is called; `prepare` before it and `settle` after
 * it, so that no thing is measured with the objects or the work of another.
 */
import { BODIES } from './things/bodies.mjs';
import { CONVERSATIONS } from './things/conversations.mjs';
import { DIRECTORY } from './things/directory.mjs';
import { GATEWAY } from './things/gateway.mjs';
import { MANAGEMENT } from './things/management.mjs';

export const THINGS = [...BODIES, ...GATEWAY, ...MANAGEMENT, ...DIRECTORY, ...CONVERSATIONS];
