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
} from '../../../client/src/generated/operations.js';
import type { Command } from '../command.js';
import { misused } from '../failure.js';
import { parsedJson } from '../request.js';

/** An app's own settings have names of their own, which no flag can know. */
const SETTINGS_FLAG = {
  name: '--json',
  about: 'The app\'s settings as JSON, as in \'{"clientId":"...","clientSecret":"..."}\'',
  required: true,
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
    more: [SETTINGS_FLAG],
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
    operation: connectApp,
    workspace: true,
    examples: ['cgw apps connect --provider datadog --fields-json - < fields.json'],
    more: [{ name: '--fields-json', about: 'The fields the app asks for, as JSON, or - for standard input' }],
    amend: async (body, { flags }) => {
      const given = flags['fields-json'];
      if (given === undefined) throw misused('--fields-json is missing.', ['apps', 'connect']);
      return { ...body, fields: await parsedJson(String(given), '--fields-json', ['apps', 'connect']) };
    },
  },
  {
    name: ['apps', 'authorize'],
    about: 'The page at which a person connects an account',
    operation: authorizeApp,
    workspace: true,
  },
];
