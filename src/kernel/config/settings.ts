/** The settings table in the order of the reference. A new setting is one row in one of the section files. */
import type { SettingsTable, SettingValue } from './setting.js';
import { appSettings } from './settings/apps.js';
import { browserSettings } from './settings/browser.js';
import { deploymentSettings } from './settings/deployment.js';
import { destinationSettings } from './settings/destinations.js';
import { gatewaySettings } from './settings/gateway.js';
import { identitySettings } from './settings/identity.js';
import { operationsSettings } from './settings/operations.js';

export const SETTINGS = {
  ...deploymentSettings,
  ...identitySettings,
  ...browserSettings,
  ...gatewaySettings,
  ...destinationSettings,
  ...appSettings,
  ...operationsSettings,
};

export type SettingName = keyof typeof SETTINGS;
export type SettingValues = { readonly [N in SettingName]: SettingValue<(typeof SETTINGS)[N]> };

export interface SettingsSection {
  readonly title: string;
  readonly settings: SettingsTable;
}

export const SECTIONS: readonly SettingsSection[] = [
  { title: 'Deployment, database and keys', settings: deploymentSettings },
  { title: 'Accounts and sessions', settings: identitySettings },
  { title: 'Public URLs, browsers and mail', settings: browserSettings },
  { title: 'Gateway', settings: gatewaySettings },
  { title: 'Upstream connections and destinations', settings: destinationSettings },
  { title: 'Apps', settings: appSettings },
  { title: 'Logging and metrics', settings: operationsSettings },
];
