import type { Configuration } from '../../kernel/config/configuration.js';
import type { Deployment } from '../deployment/deployment.js';
import { count } from '../deployment/output.js';
import { type Finding, Findings } from './finding.js';

interface SinkState {
  name: string;
  waiting: number;
  /** Of the oldest event that waits. */
  minutes: number | null;
  failingSince: Date | null;
  lastError: string | null;
}

/** Behind by so much is more than a batch that was refused once. */
const BEHIND_MINUTES = 15;
const RUNBOOK = 'docs/runbooks/export-behind.md lists possible causes.';

/** Whether what is exported to the operator's SIEM also arrives (ADR 84). */
export async function checkExport(configuration: Configuration, { db }: Deployment): Promise<Finding[]> {
  const findings = new Findings('export');
  const { exportWebhookUrl, exportSyslogUrl, exportFile } = configuration;
  const configured = { webhook: exportWebhookUrl, syslog: exportSyslogUrl, file: exportFile };
  const names = Object.entries(configured).flatMap(([name, target]) => (target === null ? [] : [name]));
  const sinks = await db.query<SinkState>(STATES);
  for (const sink of sinks) examine(findings, sink, names.includes(sink.name));
  for (const name of names.filter((each) => !sinks.some((sink) => sink.name === each)))
    findings.note(
      `Nothing has been exported to ${name} yet; the export starts with the next start of a server.`,
    );
  return findings.all;
}

function examine(findings: Findings, sink: SinkState, configured: boolean): void {
  const { name, waiting, minutes, failingSince, lastError } = sink;
  const backlog = `${count(waiting, 'event')} waiting`;
  if (!configured)
    findings.note(
      `Events are still stored for ${name}, ${backlog}, but these settings do not export to it.`,
      'Give every process the same EXPORT_ settings, or wait EXPORT_BACKLOG_HOURS for them to be dropped.',
    );
  else if (failingSince !== null)
    findings.warning(
      `${name} has accepted no event since ${failingSince.toISOString()}, ${backlog}: ${lastError ?? 'no reason kept'}.`,
      RUNBOOK,
    );
  else if (minutes !== null && minutes > BEHIND_MINUTES)
    findings.warning(
      `Events have been waiting for ${name} for ${Math.round(minutes)} minutes, ${backlog}.`,
      `Start a process with the role worker, or check whether it is overloaded: ${RUNBOOK}`,
    );
  else findings.ok(`Events are exported to ${name}, ${backlog}.`);
}

const STATES = `
  SELECT s.name, s.failing_since AS "failingSince", s.last_error AS "lastError",
    coalesce(sum(o.size), 0)::int AS waiting,
    extract(epoch FROM now() - min(o.created_at))::float8 / 60 AS minutes
  FROM export_sinks s LEFT JOIN export_outbox o ON o.sink = s.name GROUP BY s.name ORDER BY s.name`;
