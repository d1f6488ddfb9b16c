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
      about: 'The fields of the app as JSON, or - for standard input',
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
    about: 'List the apps that can be connected',
    operation: listApps,
    workspace: true,
    columns: ['id', 'name', 'connectionType', 'available', 'connection.status'],
  },
  {
    name: ['apps', 'get'],
    about: 'Show an app and its accounts',
    operation: getApp,
    workspace: true,
    examples: ['cgw apps get --provider github'],
  },
  {
    name: ['apps', 'configure'],
    about: 'Store your own OAuth client for an app',
    operation: upsertAppConfig,
    workspace: true,
    more: [APP_SETTINGS],
  },
  {
    name: ['apps', 'remove'],
    about: 'Delete your own OAuth client for an app',
    operation: deleteAppConfig,
    workspace: true,
    done: 'deleted',
  },
  {
    name: ['apps', 'configured'],
    about: 'List the apps with an OAuth client of your own',
    operation: listConfiguredApps,
    workspace: true,
  },
  {
    name: ['apps', 'env-defaults'],
    about: 'List the apps with an OAuth client of the operator',
    operation: listEnvDefaultApps,
    workspace: true,
  },
  {
    name: ['apps', 'permission-definition'],
    about: 'List the tools of an app',
    operation: getPermissionDefinition,
    workspace: true,
  },
  {
    name: ['apps', 'connect'],
    about: 'Connect an account with an API key or other credentials',
    operation: { ...connectApp, body: connectApp.body.filter(({ name }) => name !== 'fields') },
    workspace: true,
    examples: ['cgw apps connect --provider datadog --fields-json - < fields.json'],
    ...FIELDS_OF_APP,
  },
  {
    name: ['apps', 'authorize'],
    about: 'Print the URL at which a person connects an account',
    operation: authorizeApp,
    workspace: true,
  },
];
