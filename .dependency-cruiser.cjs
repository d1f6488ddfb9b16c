const { readdirSync } = require('node:fs');
const { join } = require('node:path');

// The rings and levels of docs/architecture.md, enforced. A module may import modules of a lower level only.
const levels = [
  ['apps', 'audit', 'certificate-authority', 'editions', 'mail'],
  ['api-keys', 'policy-sets'],
  ['organizations'],
  ['vaults', 'workspaces'],
  ['connections', 'secrets', 'identity'],
  ['agents', 'social-sign-in', 'user'],
  ['activity', 'agent-access', 'approvals', 'grants', 'onboarding', 'org-policy'],
  [
    'audit-trail',
    'bootstrap-helpers',
    'device-login',
    'effective-policy',
    'instance',
    'invitations',
    'migration',
    'operator',
    'org-lifecycle',
    'org-secrets',
    'pages',
    'retired',
    'usage',
    'utility',
  ],
  ['departures'],
  ['account'],
];

const known = new Set(levels.flat());
const unplaced = readdirSync(join(__dirname, 'src/modules')).filter((name) => !known.has(name));
if (unplaced.length > 0) throw new Error(`Modules without a level: ${unplaced.join(', ')}`);

const upward = levels.flatMap((names, level) => {
  const higherOrSame = levels.slice(level).flat();
  return names.map((name) => ({
    name: `level-of-${name}`,
    severity: 'error',
    comment: 'Modules import modules of a lower level only.',
    from: { path: `^src/modules/${name}/` },
    to: { path: `^src/modules/(${higherOrSame.filter((other) => other !== name).join('|')})/` },
  }));
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^src/domain' },
      to: { path: '^src/(kernel|modules|gateway|cli)' },
    },
    {
      name: 'domain-does-no-io',
      severity: 'error',
      from: { path: '^src/domain', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(buffer|punycode)$' },
    },
    {
      name: 'domain-knows-no-framework',
      severity: 'error',
      from: { path: '^src/domain' },
      to: { path: 'node_modules/(@nestjs|typeorm|pg|fastify)/' },
    },
    {
      name: 'kernel-knows-no-module',
      severity: 'error',
      from: { path: '^src/kernel' },
      to: { path: '^src/(modules|gateway|cli)' },
    },
    {
      name: 'modules-know-no-gateway',
      severity: 'error',
      from: { path: '^src/modules' },
      to: { path: '^src/(gateway|cli)' },
    },
    {
      name: 'cli-knows-the-operators-module-only',
      severity: 'error',
      comment:
        'Commands for the operator work on the database through the kernel and the module made for them; all others talk HTTP.',
      from: { path: '^src/cli' },
      to: { path: '^src/(modules/(?!operator/)|gateway)' },
    },
    {
      name: 'entities-stay-home',
      severity: 'error',
      comment:
        'Other modules import the service, never the entity; a statement that joins tables takes their columns from them.',
      from: { path: '^src/modules/([^/]+)/', pathNot: '\\.query\\.ts$' },
      to: { path: '^src/modules/[^/]+/.+\\.entity\\.ts$', pathNot: '^src/modules/$1/' },
    },
    {
      name: 'gateway-knows-no-entity',
      severity: 'error',
      comment: 'The gateway asks services, like every other module.',
      from: { path: '^src/gateway/' },
      to: { path: '^src/modules/[^/]+/.+\\.entity\\.ts$' },
    },
    ...upward,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js'],
    },
  },
};
