import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Availability, AvailabilityRule } from './model/availability.js';

/** Which apps whose agents may use (03 §9). Rules are read and replaced as one, so they are one value. */
@Entity('app_availability')
export class AppAvailabilityEntity {
  @PrimaryColumn('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text')
  mode: Availability['mode'];

  @Column('jsonb')
  rules: AvailabilityRule[];
}
