import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** Connecting an app (03 §5). */
export const connectErrors = declareErrors({
  provider_not_available: { status: 400, surface: 'flat', message: 'This app is not available' },
  connect_method_unfit: {
    status: 400,
    surface: 'flat',
    message: 'The app does not support this connection method',
  },
  connect_fields_missing: { status: 400, surface: 'flat', message: 'Missing fields in request body' },
  connect_refused: {
    status: 400,
    surface: 'flat',
    external: true,
    message: 'The provider does not accept these credentials.',
  },
  connect_client_missing: {
    status: 400,
    surface: 'flat',
    message: 'No OAuth client is registered for this app yet. Store one first.',
  },
  connect_client_incomplete: {
    status: 400,
    surface: 'flat',
    message: 'The client of this app cannot connect accounts yet.',
  },
  organization_refused: {
    status: 403,
    surface: 'flat',
    message: 'You cannot connect apps for this organization.',
  },
  planted_navigation: {
    status: 403,
    surface: 'flat',
    message: 'Another site cannot start this. Open it from the dashboard.',
  },
});

/** Names what the client lacks, as the customer stores it or as the operator sets it (03 §5.3). */
export function clientIncomplete(names: readonly string[]): string {
  return `The client of this app cannot connect accounts yet. Set ${names.join(' and ')}.`;
}

/** Exact text, whoever asks (03 §5.1, §5.2). */
export function notAvailable(provider: string): string {
  return `Provider "${provider}" is not available`;
}
