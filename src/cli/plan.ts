import { Command, InvalidArgumentError, Option } from 'commander';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import { Epochs } from '../kernel/database/epochs.js';
import { Notifications } from '../kernel/database/notifications.js';
import {
  type OrganizationPlan,
  OrganizationPlans,
  type PlanChange,
} from '../modules/foundation/operator/organization-plans.js';
import { CommandFailure } from './deployment/command-failure.js';
import { type Deployment, inDeployment } from './deployment/deployment.js';
import { columns, note, print, printJson, prose } from './deployment/output.js';

const ABOUT = `Shows or sets the plan and limits of an organization on Cloud. A limit of the organization overrides the limit of
the plan, higher or lower. A lower limit deletes nothing; it only prevents new items. The change takes effect
immediately in every running server and is written to the organization's audit log. Self-hosted deployments have no
plans: the values are stored without effect.`;

const EXAMPLES = `
Examples:
  $ credential-gateway plan acme-1a2b3c4d                        show
  $ credential-gateway plan acme-1a2b3c4d --plan team
  $ credential-gateway plan acme-1a2b3c4d --max-agents 500 --max-seats plan`;

/** The largest number the column holds. */
const MAX_LIMIT = 2 ** 31 - 1;

/** Takes a limit of the organization's own away again. */
const PLANS_OWN = 'plan';

interface PlanOptions extends Pick<PlanChange, 'plan'> {
  maxAgents?: number | typeof PLANS_OWN;
  maxSeats?: number | typeof PLANS_OWN;
  json?: true;
}

export function planCommand(): Command {
  return new Command('plan')
    .summary("show or set an organization's plan and limits")
    .description(prose(ABOUT))
    .argument('<organization>', 'id or slug of the organization')
    .addOption(new Option('--plan <plan>', 'the new plan').choices([...OrganizationPlans.known()]))
    .option(
      '--max-agents <number|plan>',
      'maximum number of agents; `plan` restores the number of the plan',
      limit,
    )
    .option('--max-seats <number|plan>', 'maximum number of seats, in the same format', limit)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
    .action(setPlan);
}

function limit(text: string): number | typeof PLANS_OWN {
  if (text === PLANS_OWN) return PLANS_OWN;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (number <= MAX_LIMIT) return number;
  throw new InvalidArgumentError(`It must be an integer from 0 to ${MAX_LIMIT}, or the word plan.`);
}

async function setPlan(organization: string, { json, ...wanted }: PlanOptions): Promise<void> {
  const change = changeOf(wanted);
  const configuration = loadConfiguration();
  const result = await inDeployment(configuration, async (deployment) => {
    const plans = plansOf(deployment);
    const found = await plans.find(organization);
    const changed = found && (isEmpty(change) ? found : await plans.change(found.id, change));
    if (changed !== null) return changed;
    throw new CommandFailure(
      `There is no organization with the id or slug "${organization}".`,
      'Its members see both at GET /v1/org.',
    );
  });
  if (configuration.edition !== 'cloud') note('This deployment is self-hosted: plans have no effect here.');
  if (json) return printJson(result);
  print(...describe(result));
}

function plansOf({ db, url }: Deployment): OrganizationPlans {
  const notifications = new Notifications({ url, close: () => Promise.resolve() });
  return OrganizationPlans.on(db, new Epochs(db, notifications));
}

function describe({ id, slug, name, plan, maxAgents, maxSeats }: OrganizationPlan): string[] {
  const shown = (number: number | null): string => (number === null ? "the plan's" : String(number));
  return columns([
    ['Organization', `${name} (id ${id}, slug ${slug})`],
    ['Plan', plan],
    ['Most agents', shown(maxAgents)],
    ['Most seats', shown(maxSeats)],
  ]);
}

function changeOf({ plan, maxAgents, maxSeats }: PlanOptions): PlanChange {
  const numberOf = (limit: number | typeof PLANS_OWN): number | null => (limit === PLANS_OWN ? null : limit);
  return {
    ...(plan !== undefined && { plan }),
    ...(maxAgents !== undefined && { maxAgents: numberOf(maxAgents) }),
    ...(maxSeats !== undefined && { maxSeats: numberOf(maxSeats) }),
  };
}

function isEmpty(change: PlanChange): boolean {
  return Object.keys(change).length === 0;
}
