/** The settings table in the order of the reference. A new setting is one row in one of the section files. */
import type { SettingsTable, SettingValue } from './kinds/setting.js';
import { appsSection, awsSection } from './settings/apps.js';
import { browserSection } from './settings/browser.js';
import { deploymentSection } from './settings/deployment.js';
import { destinationsSection } from './settings/destinations.js';
import { exportSection } from './settings/export.js';
import { gatewaySection } from './settings/gateway.js';
import { hostingSection } from './settings/hosting.js';
import { identitySection } from './settings/identity.js';
import { limitsSection } from './settings/limits.js';
import { modelsSection } from './settings/models.js';
import { operationsSection } from './settings/operations.js';
import { tracingSection } from './settings/tracing.js';

export const SETTINGS = {
  ...deploymentSection,
  ...identitySection,
  ...limitsSection,
  ...browserSection,
  ...gatewaySection,
  ...destinationsSection,
  ...appsSection,
  ...awsSection,
  ...hostingSection,
  ...modelsSection,
  ...operationsSection,
  ...tracingSection,
  ...exportSection,
};

export type SettingName = keyof typeof SETTINGS;
export type SettingValues = { readonly [N in SettingName]: SettingValue<(typeof SETTINGS)[N]> };

export interface SettingsSection {
  readonly title: string;
  readonly settings: SettingsTable;
}

export const SECTIONS: readonly SettingsSection[] = [
  { title: 'Deployment, database and keys', settings: deploymentSection },
  { title: 'Accounts and sessions', settings: identitySection },
  { title: 'Limits of one organization', settings: limitsSection },
  { title: 'Public URLs, browsers and mail', settings: browserSection },
  { title: 'Gateway', settings: gatewaySection },
  { title: 'Upstream connections and destinations', settings: destinationsSection },
  { title: 'Apps', settings: appsSection },
  { title: 'AWS', settings: awsSection },
  { title: 'Hosted agents', settings: hostingSection },
  { title: 'Models of hosted agents', settings: modelsSection },
  { title: 'Logging and metrics', settings: operationsSection },
  { title: 'Tracing', settings: tracingSection },
  { title: 'Export to a SIEM', settings: exportSection },
];
