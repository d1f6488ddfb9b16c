import type { DescribedAction } from './described-action.js';
import { type ActionContext, matchAction, parameter, type PathAction, segmentsOf } from './path-actions.js';
import type { JsonFields } from '../content/json-fields.js';
import type { SummarizedRequest } from '../content/summary.js';

const ACTIONS: readonly PathAction[] = [
  ['POST /calendars/*/events', 'Create event', event],
  ['POST /calendars/*/events/import', 'Import event', event],
  [
    'POST /calendars/*/events/quickAdd',
    'Create event from text',
    ({ ids, request, details }) => details.add('Calendar', ids[0]).add('Text', parameter(request, 'text')),
  ],
  ['PUT /calendars/*/events/*', 'Change event', event],
  ['PATCH /calendars/*/events/*', 'Change event', event],
  ['DELETE /calendars/*/events/*', 'Delete event', event],
  [
    'POST /calendars/*/events/*/move',
    'Move event to another calendar',
    (context) => {
      event(context);
      context.details.add('To calendar', parameter(context.request, 'destination'));
    },
  ],
  [
    'GET /calendars/*/events',
    'Read events',
    (context) => {
      event(context);
      const { request, details } = context;
      details.add('From', parameter(request, 'timeMin')).add('Until', parameter(request, 'timeMax'));
    },
  ],
  ['GET /calendars/*/events/*', 'Read event', event],
  ['GET /calendars/*/events/*/instances', 'Read occurrences of event', event],
  ['POST /calendars', 'Create calendar', calendar],
  ['GET /calendars/*', 'Read calendar', calendar],
  ['PUT /calendars/*', 'Change calendar', calendar],
  ['PATCH /calendars/*', 'Change calendar', calendar],
  ['DELETE /calendars/*', 'Delete calendar with all its events', calendar],
  ['POST /calendars/*/clear', 'Delete all events of calendar', calendar],
  ['GET /users/me/calendarList', 'List calendars'],
  ['GET /users/me/calendarList/*', 'Read calendar list entry', calendar],
  [
    'POST /users/me/calendarList',
    'Add calendar to list',
    ({ json, details }) => details.add('Calendar', json?.text('id')),
  ],
  ['PUT /users/me/calendarList/*', 'Change calendar list entry', calendar],
  ['PATCH /users/me/calendarList/*', 'Change calendar list entry', calendar],
  ['DELETE /users/me/calendarList/*', 'Remove calendar from list', calendar],
  ['GET /calendars/*/acl', 'Read sharing of calendar', calendar],
  ['GET /calendars/*/acl/*', 'Read sharing of calendar', sharing],
  ['POST /calendars/*/acl', 'Share calendar', sharing],
  ['PUT /calendars/*/acl/*', 'Change sharing of calendar', sharing],
  ['PATCH /calendars/*/acl/*', 'Change sharing of calendar', sharing],
  ['DELETE /calendars/*/acl/*', 'Stop sharing calendar', sharing],
  ['GET /users/me/settings', 'Read settings'],
  ['GET /users/me/settings/*', 'Read setting', ({ ids, details }) => details.add('Setting', ids[0])],
  [
    'POST /freeBusy',
    'Look up free and busy times',
    ({ json, details }) =>
      details
        .add('From', json?.text('timeMin'))
        .add('Until', json?.text('timeMax'))
        .addNames(
          'Calendars',
          (json?.objects('items') ?? []).map((item) => item.text('id')),
        ),
  ],
];

export function summarizeGoogleCalendar(request: SummarizedRequest): DescribedAction | null {
  const [app, version, ...rest] = segmentsOf(request.path);
  return app === 'calendar' && version === 'v3' ? matchAction(ACTIONS, request, rest) : null;
}

function event({ ids, json, details, request }: ActionContext): void {
  details
    .add('Title', json?.text('summary'))
    .add('Start', momentOf(json?.object('start')))
    .add('End', momentOf(json?.object('end')))
    .add('Location', json?.text('location'))
    .addList(
      'Attendees',
      (json?.objects('attendees') ?? []).map((attendee) => attendee.text('email')),
    )
    .add('Event', ids[1])
    .add('Calendar', ids[0])
    .add('Invitations', parameter(request, 'sendUpdates'));
}

function calendar({ ids, json, details }: ActionContext): void {
  details.add('Title', json?.text('summary')).add('Calendar', ids[0]);
}

function sharing({ ids, json, details }: ActionContext): void {
  const scope = json?.object('scope');
  details
    .add('Calendar', ids[0])
    .add('With', scope?.text('value') ?? scope?.text('type') ?? ids[1])
    .add('Role', json?.text('role'));
}

function momentOf(moment: JsonFields | null | undefined): string | undefined {
  return moment?.text('dateTime') ?? moment?.text('date');
}
