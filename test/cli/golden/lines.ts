/** One line of a person, in the order in which they are typed: later ones are about what earlier ones made. */
export interface Line {
  readonly line: readonly string[];
  /** Whose key; that of the workspace where nothing is said. */
  readonly as?: 'organization' | 'partner' | 'operator' | 'nobody';
  /** What comes on standard input, or the name of what was kept. */
  readonly input?: string;
  /** What later lines name in braces, and where it is in the answer. */
  readonly keep?: Readonly<Record<string, string>>;
  /** The value that is also asked for alone. */
  readonly quiet?: string;
}

type More = Omit<Line, 'line'>;
const typed = (text: string, more: More = {}): Line => ({ line: text.split(' '), ...more });
const words = (line: readonly string[], more: More = {}): Line => ({ line, ...more });

const RULE = '[{"kind":"network","hostPattern":"api.example.com","method":"DELETE"}]';
const FIELDS = '{"apiKey":"never-shown"}';
const CLIENT = '{"clientId":"my-client","clientSecret":"never-shown"}';

const withKey = (lines: readonly Line[], as: Line['as']): readonly Line[] =>
  lines.map((line) => ({ ...line, ...(as && { as }) }));

const account: readonly Line[] = [
  typed('auth login', { as: 'nobody', input: 'key' }),
  typed('auth status', { as: 'nobody', quiet: 'email' }),
  typed('auth logout', { as: 'nobody' }),
  typed('auth status', { as: 'nobody' }),
  words(['auth', 'update', '--name', 'Ada Lovelace']),
  typed('auth api-key'),
  typed('auth regenerate-api-key --dry-run'),
  typed('config list'),
  typed('config set agent laptop'),
  typed('config get agent', { quiet: 'value' }),
  typed('config set colour red'),
  typed('config unset agent'),
];

const agents: readonly Line[] = [
  typed('agents create --name Laptop --identifier laptop', { keep: { agent: 'id' } }),
  typed('agents create --name Laptop --identifier laptop'),
  typed('agents create --name Laptop'),
  typed('agents list', { quiet: 'identifier' }),
  typed('agents list --with-grants --fields identifier,name'),
  typed('agents get {agent}'),
  typed('agents get nobody'),
  typed('agents get-default', { quiet: 'identifier' }),
  words(['agents', 'update', '--id', '{agent}', '--instructions', 'Be brief.']),
  typed('agents rename {agent} --name Desk'),
  typed('agents set-default {agent}'),
  typed('agents regenerate-token {agent} --quiet name'),
  typed('agents models {agent}'),
  typed('agents grants attach-connection {agent} --connection-id {connection}'),
  typed('agents grants attach-connection {agent} --connection-id {connection} --allow a,b --ask c --dry-run'),
];

const secrets: readonly Line[] = [
  typed(
    'secrets create --type generic --name GitHub --host-pattern api.github.com --header-name authorization --value -',
    {
      input: 'never-shown',
      keep: { secret: 'id' },
    },
  ),
  typed(
    'secrets create --type generic --name Dry --host-pattern a.example --header-name x --value never-shown --dry-run',
  ),
  typed('secrets list', { quiet: 'name' }),
  typed('secrets update {secret} --name Hub'),
  typed('agents grants attach-secret {agent} --secret-id {secret}'),
  typed('agents grants list {agent}'),
  typed('agents credentials {agent}'),
  typed('agents grants detach-secret {agent} --secret-id {secret}'),
  typed('agents grants detach-connection {agent} --connection-id {connection}'),
  typed('agents delete {agent} --dry-run'),
  typed('agents delete {agent}'),
  typed('secrets delete {secret}'),
];

const apps: readonly Line[] = [
  typed('apps list --max 2'),
  typed('apps get --provider github'),
  words(['apps', 'configure', '--provider', 'github', '--json', CLIENT, '--dry-run']),
  words(['apps', 'configure', '--provider', 'github', '--json', CLIENT]),
  typed('apps configured'),
  typed('apps env-defaults'),
  typed('apps permission-definition --provider gmail --fields provider'),
  words(['apps', 'connect', '--provider', 'datadog', '--fields-json', FIELDS, '--dry-run']),
  typed('apps connect --provider datadog'),
  typed('apps authorize --provider github'),
  typed('apps remove --provider github'),
  typed('connections list', { quiet: 'label' }),
  typed('connections rename {connection} --label Post'),
  typed('connections grants {connection}'),
  typed('connections agent-access {connection} --fields agents'),
  typed('connections delete {connection}'),
];

const workspace: readonly Line[] = [
  typed('workspaces list', { as: 'organization', quiet: 'name' }),
  typed('workspaces create --name Second', { as: 'organization', keep: { second: 'id' } }),
  typed('projects get {second}', { as: 'organization' }),
  typed('workspaces get {second}', { as: 'organization' }),
  typed('workspaces update {second} --name Other', { as: 'organization' }),
  typed('workspaces delete {second}', { as: 'organization' }),
  typed('workspaces delete {second} --confirm --dry-run', { as: 'organization' }),
  typed('policy effective-permissions --provider gmail --agent default --fields provider'),
  typed('policy effective-permissions --provider gmail --agent nobody'),
  typed('policy rules'),
  typed('agents get-default', { keep: { default: 'id' } }),
  typed('policy simulate --agent-id {default} --method GET --url https://api.example.com/'),
  typed('approvals list'),
  typed('approvals approve some --dry-run'),
  typed('approvals deny some --dry-run'),
  typed('vaults list'),
  typed('counts', { quiet: 'agents' }),
  typed('completion fish'),
  typed('completion csh'),
  typed('version'),
];

const organization = withKey(
  [
    typed(
      'org secrets create --type generic --name Shared --host-pattern a.example --header-name x --value never-shown',
      {
        keep: { orgSecret: 'id' },
      },
    ),
    typed('org secrets list', { quiet: 'name' }),
    typed('org secrets update {orgSecret} --path-pattern /v2/*'),
    typed('org secrets delete {orgSecret}'),
    typed('org connections list'),
    typed('org connections rename {shared} --label Ours'),
    typed('org connections delete {shared}'),
    words(['org', 'apps', 'configure', '--provider', 'github', '--json', CLIENT]),
    typed('org apps configured'),
    typed('org apps get --provider github'),
    typed('org apps toggle --provider github --enabled false'),
    typed('org apps authorize --provider github'),
    words(['org', 'apps', 'connect', '--provider', 'datadog', '--fields-json', FIELDS, '--dry-run']),
    typed('org apps remove --provider github'),
    words(
      ['org', 'policy', 'rules', 'create', '--name', 'No deletes', '--action', 'block', '--targets', RULE],
      {
        keep: { rule: 'id' },
      },
    ),
    typed('org policy rules list', { quiet: 'name' }),
    typed('org policy rules get {rule}'),
    typed('org policy rules update {rule} --enabled false'),
    typed('org policy rules order --ordered-ids {rule}'),
    typed('org policy rules delete {rule}'),
    typed('org policy default get'),
    typed('org policy default set --action allow --coverage credentialed --dry-run'),
    typed('org policy publish'),
    typed('org policy status'),
    typed('org audit list --limit 1 --fields nextCursor'),
  ],
  'organization',
);

const partner = withKey(
  [
    typed('partner get', { quiet: 'name' }),
    typed('partner orgs create --name Acme', { keep: { org: 'organizationId', project: 'projectId' } }),
    typed('partner orgs list'),
    typed('partner orgs get {org}'),
    typed('partner orgs claim-link {org}'),
    typed('partner orgs rotate-tokens {org}'),
    typed('partner projects create {org} --name Staging', { keep: { staging: 'id' } }),
    typed('partner projects list {org}', { quiet: 'name' }),
    typed('partner projects delete {org} --project-id {staging}'),
    typed(
      'partner secrets create --type anthropic --name Lent --host-pattern api.anthropic.com --value never-shown',
      {
        keep: { lent: 'id' },
      },
    ),
    typed('partner secrets list', { quiet: 'name' }),
    typed('partner secrets update {lent} --name Loan'),
    typed('partner budgets set {org} --secret-id {lent} --limit-cents 500 --period monthly'),
    typed('partner budgets list {org}'),
    typed('partner budgets remove {org} --secret-id {lent}'),
    typed('partner secrets delete {lent}'),
    typed('partner members add --email grace@partner.example --role member', { keep: { member: 'userId' } }),
    typed('partner members set-role {member} --role admin'),
    typed('partner members setup-link {member}'),
    typed('partner members list --fields email,role,state'),
    typed('partner members remove {member}'),
    typed('partner orgs delete {org}'),
    typed('partner audit list --limit 1 --fields nextCursor'),
    typed('partner regenerate-api-key --dry-run'),
  ],
  'partner',
);

const operator = withKey(
  [
    typed('operator partners create --name Resale --owner-email owner@resale.example', {
      keep: { partner: 'partner.id' },
    }),
    typed('operator partners list --status active --fields name,status'),
    typed('operator partners get {partner}', { quiet: 'name' }),
    typed('operator partners rename {partner} --name Other'),
    typed('operator partners suspend {partner}'),
    typed('operator partners resume {partner}'),
    typed('operator partners rotate-key {partner}'),
    typed('operator partners owner-setup-link {partner}'),
    typed('operator partners delete {partner}'),
  ],
  'operator',
);

export const LINES: readonly Line[] = [
  ...account,
  ...agents,
  ...secrets,
  ...apps,
  ...workspace,
  ...organization,
  ...partner,
  ...operator,
];
