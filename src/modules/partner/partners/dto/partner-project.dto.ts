import { Field } from '../../../../kernel/http/fields/fields.js';
import type { Project } from '../records/partner-projects.js';

export class PartnerProjectResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.string() slug: string;
  @Field.dateTime() createdAt: string;
}

export function presentProject({ createdAt, ...project }: Project): PartnerProjectResponse {
  return { ...project, createdAt: createdAt.toISOString() };
}
