import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** Flat on both origins (06 §16). */
export const vaultErrors = declareErrors({
  vault_provider_unknown: { status: 400, surface: 'flat', message: 'Unknown vault provider' },
  vault_rejected: {
    status: 400,
    surface: 'flat',
    message: '1Password rejected the service account token, or its rights do not reach this far.',
  },
  vault_reference_invalid: {
    status: 400,
    surface: 'flat',
    message: 'This is no valid id of a vault or an item.',
  },
  vault_not_connected: {
    status: 404,
    surface: 'flat',
    message: '1Password is not connected to this workspace.',
  },
  vault_entry_not_found: { status: 404, surface: 'flat', message: 'There is no such vault or item.' },
  vault_unavailable: {
    status: 500,
    surface: 'flat',
    external: true,
    message: '1Password could not be reached. Please try again.',
  },
});
