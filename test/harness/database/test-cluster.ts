import { rm } from 'node:fs/promises';
import pg from 'pg';
import { EmbeddedCluster } from '../../../src/kernel/database/embedded/embedded-cluster.js';
import { migrateDatabase } from '../../../src/kernel/database/connection/migrations.js';
import { TEMPLATE_DATABASE } from './template.js';

/** Durability is worth nothing to a test and costs most of its time. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  shared_buffers: '64MB',
  autovacuum: 'off',
  io_method: 'sync',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

export interface TestCluster {
  adminUrl: string;
  stop: () => Promise<void>;
}

export async function startTestCluster(directory: string): Promise<TestCluster> {
  const cluster = await EmbeddedCluster.start({ directory, settings: SETTINGS });
  const adminUrl = cluster.url('postgres');
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await admin.end();
  await migrateDatabase(cluster.url(TEMPLATE_DATABASE));
  return {
    adminUrl,
    stop: async () => {
      await cluster.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
