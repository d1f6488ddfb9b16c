/** What both levels of connecting an app answer instead: with entered credentials, and by the consent of a browser. */
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';
import { connectErrors } from '../connect-flow/connect.errors.js';
import { connectionErrors } from '../connections/connection.errors.js';

const CONNECT = [
  connectErrors.provider_not_available,
  connectErrors.connect_method_unfit,
  connectErrors.connect_fields_missing,
  connectErrors.connect_refused,
  connectErrors.organization_refused,
  connectionErrors.shared_connection_not_found,
];
const AUTHORIZE = [
  connectErrors.provider_not_available,
  connectErrors.connect_client_missing,
  connectErrors.connect_client_incomplete,
  connectErrors.organization_refused,
  connectErrors.planted_navigation,
  platformErrors.invalid_request,
];

export const CONNECT_REFUSALS = {
  workspace: [
    ...CONNECT,
    editionErrors.quota_exhausted,
    platformErrors.invalid_request,
    platformErrors.workspace_header_required,
  ],
  organization: [...CONNECT, platformErrors.invalid_request],
};

export const AUTHORIZE_REFUSALS = {
  workspace: [...AUTHORIZE, platformErrors.workspace_header_required],
  organization: AUTHORIZE,
};
