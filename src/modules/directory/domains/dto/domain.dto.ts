import { Field } from '../../../../kernel/http/fields/fields.js';

export class CreateDomainRequest {
  @Field.string({ trim: true, minLength: 3, maxLength: 253, example: 'acme.com' })
  domain: string;
}

export class TxtRecordResponse {
  @Field.string()
  name: string;

  @Field.string()
  value: string;
}

export class DomainResponse {
  @Field.string()
  id: string;

  @Field.string({ description: 'In ASCII and lower case.' })
  domain: string;

  @Field.string({ description: 'Public value of the DNS record.' })
  verificationToken: string;

  @Field.string({
    nullable: true,
    format: 'date-time',
    description: 'Null while the domain is claimed but not verified.',
  })
  verifiedAt: string | null;

  @Field.dateTime()
  createdAt: string;

  @Field.list(TxtRecordResponse, { description: 'Complete records; one of them is enough.' })
  txtRecords: TxtRecordResponse[];
}
