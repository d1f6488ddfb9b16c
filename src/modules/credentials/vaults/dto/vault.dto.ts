import { DateTimeField, EnumField, StringField } from '../../../../kernel/http/fields.js';
import type { VaultConnectionStatus } from '../vault-connection.js';

export class VaultConnectionResponse {
  @StringField() id: string;
  @StringField() provider: string;
  @EnumField(['connected', 'error'], { description: 'What the last check found.' })
  status: VaultConnectionStatus;
  @StringField({ nullable: true }) name: string | null;
  @DateTimeField({ nullable: true }) lastConnectedAt: string | null;
}
