import { Field } from '../../../../kernel/http/fields/fields.js';
import type { VaultConnectionStatus } from '../provider/vault-connection.js';

export class VaultConnectionResponse {
  @Field.string() id: string;
  @Field.string() provider: string;
  @Field.oneOf(['connected', 'error'], { description: 'Result of the last check.' })
  status: VaultConnectionStatus;
  @Field.string({ nullable: true }) name: string | null;
  @Field.dateTime({ nullable: true }) lastConnectedAt: string | null;
}
