import { Command } from 'commander';
import { columns, count, print, printJson, prose } from '../deployment/output.js';
import { examine } from './examine.js';
import type { Finding, Severity } from './finding.js';

const ABOUT = `Checks this deployment and suggests a fix for every problem: settings, files, database, schema,
clocks, encryption keys, certificate, directory, single sign-on, export, Redis, ports, mail. It changes nothing and may run
while a server runs. An embedded database that is not running is started for the check and stopped again. The exit status
is 1 if there is a problem.`;

const DEFAULT_OUTBOUND = ['https://api.anthropic.com', 'https://api.github.com'];

interface DoctorOptions {
  outbound?: true | string[];
  json?: true;
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .summary('check this deployment and suggest fixes')
    .description(prose(ABOUT))
    .option(
      '--outbound [urls...]',
      `also try to reach these URLs in the way of agents' requests (default: ${DEFAULT_OUTBOUND.join(', ')})`,
    )
    .option('--json', 'print the results as JSON')
    .action(doctor);
}

async function doctor({ outbound, json }: DoctorOptions): Promise<void> {
  const findings = await examine(outbound === true ? DEFAULT_OUTBOUND : (outbound ?? []));
  const problems = findings.filter(({ verdict }) => verdict === 'problem').length;
  if (json) printJson({ ok: problems === 0, findings });
  else print(...describe(findings), '', summary(findings, problems));
  if (problems > 0) process.exitCode = 1;
}

function describe(findings: readonly Finding[]): string[] {
  const lines = columns(findings.map(({ verdict, check, message }) => [verdict, check, message]));
  return findings.flatMap(({ action }, at) => [lines[at]!, ...(action ? [`         → ${action}`] : [])]);
}

function summary(findings: readonly Finding[], problems: number): string {
  const of = (wanted: Severity): number => findings.filter(({ verdict }) => verdict === wanted).length;
  if (problems > 0) return `${count(problems, 'problem')}, ${count(of('warning'), 'warning')}.`;
  return of('warning') > 0 ? `No problem, ${count(of('warning'), 'warning')}.` : 'No problems found.';
}
