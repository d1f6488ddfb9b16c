import { declareErrors, flat } from '../../../kernel/errors/error-definition.js';

/** Flat on both origins (06 §16). */
export const vaultErrors = declareErrors({
  vault_provider_unknown: flat(400, 'Unknown vault provider'),
  vault_rejected: flat(
    400,
    '1Password rejected the service account token, or its rights do not reach this far.',
  ),
  vault_reference_invalid: flat(400, 'This is not a valid id of a vault or an item.'),
  vault_not_connected: flat(404, '1Password is not connected to this workspace.'),
  vault_entry_not_found: flat(404, 'There is no such vault or item.'),
  vault_unavailable: flat(500, '1Password could not be reached. Please try again.', { external: true }),
});
