const { readdirSync } = require('node:fs');
const { join } = require('node:path');

// The rings and areas of docs/architecture.md, enforced. A module imports its own area and areas above it only.
const areas = [
  'foundation',
  'people',
  'directory',
  'credentials',
  'policy',
  'hosting',
  'partner',
  'endpoints',
];

const unplaced = readdirSync(join(__dirname, 'src/modules')).filter(
  (name) => name !== 'README.md' && !areas.includes(name),
);
if (unplaced.length > 0) throw new Error(`Not an area of src/modules: ${unplaced.join(', ')}`);

const downward = areas.slice(0, -1).map((area, at) => ({
  name: `area-${area}-knows-none-below`,
  severity: 'error',
  comment: 'An area imports areas above it only.',
  from: { path: `^src/modules/${area}/` },
  to: { path: `^src/modules/(${areas.slice(at + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Types count: two files that know each other are one, or need a third above them.',
      from: {},
      to: { circular: true },
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
      name: 'client-stands-alone',
      severity: 'error',
      comment: 'It is published by itself.',
      from: { path: '^client/src' },
      to: { path: '^(src|cli/src)/' },
    },
    {
      name: 'command-line-talks-http',
      severity: 'error',
      comment: 'It runs where nothing of the server is.',
      from: { path: '^cli/src' },
      to: { path: '^src/' },
    },
    {
      name: 'server-knows-no-client',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(cli|client)/src/' },
    },
    {
      name: 'cli-knows-the-operators-module-only',
      severity: 'error',
      comment:
        'Commands for the operator work on the database through the kernel and the module made for them; all others talk HTTP.',
      from: { path: '^src/cli' },
      to: { path: '^src/(modules/(?!foundation/operator/)|gateway)' },
    },
    {
      name: 'entities-stay-home',
      severity: 'error',
      comment:
        'Other modules import the service, never the entity; a statement that joins tables takes their columns from them.',
      from: { path: '^src/modules/([^/]+/[^/]+)/', pathNot: '\\.query\\.ts$' },
      to: { path: '^src/modules/.+\\.entity\\.ts$', pathNot: '^src/modules/$1/' },
    },
    {
      name: 'gateway-knows-no-entity',
      severity: 'error',
      comment: 'The gateway asks services, like every other module.',
      from: { path: '^src/gateway/' },
      to: { path: '^src/modules/.+\\.entity\\.ts$' },
    },
    {
      name: 'no-circles-between-modules',
      severity: 'error',
      comment: 'Two modules that need each other are one, or the part both need belongs above them.',
      scope: 'folder',
      from: { path: '^src/modules/[^/]+/[^/]+$' },
      to: { circular: true, path: '^src/modules/[^/]+/[^/]+$' },
    },
    ...downward,
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
