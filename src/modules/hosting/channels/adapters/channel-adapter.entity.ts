import { Entity } from 'typeorm';
import { DaemonRow } from '../../daemons/daemon-row.js';

/** The program that holds connections to providers and posts there (04 §10). */
@Entity('channel_adapters')
export class ChannelAdapterEntity extends DaemonRow {}
