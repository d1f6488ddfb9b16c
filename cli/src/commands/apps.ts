import {
  authorizeApp,
  connectApp,
  deleteAppConfig,
  getApp,
  getPermissionDefinition,
  listApps,
  listConfiguredApps,
  listEnvDefaultApps,
  upsertAppConfig,
} from '../../../client/src/operations.js';
import type { Command, OperationCommand } from '../command-line/command.js';
import { parsedJson } from './request.js';

/** An app's own settings have names of their own, which no flag can know. */
export const APP_SETTINGS = {
  name: '--json',
  about: 'The app\'s settings as JSON, as in \'{"clientId":"...","clientSecret":"..."}\'',
  required: true,
};

/** What an app asks for in place of a page; `--fields` is of every command. */
export const FIELDS_OF_APP: Pick<OperationCommand, 'more' | 'amend'> = {
  more: [
    {
      name: '--fields-json',
      about: 'The fields that the app asks for, as JSON, or - for standard input',
      required: true,
    },
  ],
  amend: async (body, { flags }) => ({
    ...body,
    fields: await parsedJson(String(flags['fields-json']), '--fields-json', ['apps', 'connect']),
  }),
};

export const appCommands: readonly Command[] = [
  {
    name: ['apps', 'list'],
    about: 'Apps that can be connected',
    operation: listApps,
    workspace: true,
    columns: ['id', 'name', 'connectionType', 'available', 'connection.status'],
  },
  {
    name: ['apps', 'get'],
    about: 'One app and its accounts',
    operation: getApp,
    workspace: true,
    examples: ['cgw apps get --provider github'],
  },
  {
    name: ['apps', 'configure'],
    about: 'Store your own OAuth client of an app',
    operation: upsertAppConfig,
    workspace: true,
    more: [APP_SETTINGS],
  },
  {
    name: ['apps', 'remove'],
    about: 'Remove your own OAuth client of an app',
    operation: deleteAppConfig,
    workspace: true,
    done: 'deleted',
  },
  {
    name: ['apps', 'configured'],
    about: 'Apps with an OAuth client of your own',
    operation: listConfiguredApps,
    workspace: true,
  },
  {
    name: ['apps', 'env-defaults'],
    about: 'Apps whose OAuth client the server brings',
    operation: listEnvDefaultApps,
    workspace: true,
  },
  {
    name: ['apps', 'permission-definition'],
    about: 'The tools of an app',
    operation: getPermissionDefinition,
    workspace: true,
  },
  {
    name: ['apps', 'connect'],
    about: 'Connect an account by a key of its own',
    operation: { ...connectApp, body: connectApp.body.filter(({ name }) => name !== 'fields') },
    workspace: true,
    examples: ['cgw apps connect --provider datadog --fields-json - < fields.json'],
    ...FIELDS_OF_APP,
  },
  {
    name: ['apps', 'authorize'],
    about: 'The page at which a person connects an account',
    operation: authorizeApp,
    workspace: true,
  },
];
