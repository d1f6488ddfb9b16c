/** The Helm chart, rendered and judged without a cluster (R35, 01 §26). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { run } from '../contract/on-demand.mjs';
import { startServer, type TestServer } from '../harness/server/server.js';
import { chartFile, type DeployTools, deployTools, type Manifest, valueFiles } from './manifests.js';

const tools = await deployTools();
const given = tools === null ? it.skip : it;
const files = await valueFiles();

const chart = tools as DeployTools;

async function rendered(...values: string[]): Promise<Manifest[]> {
  const { code, output, manifests } = await chart.render(...values);
  if (code !== 0) throw new Error(output);
  return manifests;
}

const fileNamed = (name: string): string => files.find((file) => file.endsWith(`/${name}.yaml`))!;
const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);
const named = (manifests: readonly Manifest[], kind: string, end: string): Manifest =>
  ofKind(manifests, kind).find(({ metadata }) => metadata.name.endsWith(end))!;

interface Variable {
  name: string;
  value?: string;
}

const settingsOf = ({ spec }: Manifest): Record<string, string | undefined> => {
  const variables = spec.template.spec.containers[0].env as Variable[];
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
};

describe('the chart', () => {
  given.each(files)('passes the strict lint and every schema with %s', async (file) => {
    const { code, output } = await chart.lint(file);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(await chart.faults(await rendered('-f', file))).toEqual([]);
  });

  given('finds faults: the judges are not asleep', async () => {
    const manifests = await rendered('-f', fileNamed('production'));
    const wrong = manifests.map((manifest) => {
      const { spec } = structuredClone(manifest);
      if (manifest.kind === 'Deployment') spec.replicaz = 2;
      if (manifest.kind === 'ServiceMonitor') spec.endpoints = 'all';
      return { ...manifest, spec };
    });
    const faults = (await chart.faults(wrong)).join('\n');
    expect(faults).toContain('replicaz');
    expect(faults).toContain('ServiceMonitor');
  });

  given('gives every pod an unprivileged user, a read-only root and no token of the cluster', async () => {
    for (const file of files) {
      for (const manifest of await rendered('-f', file)) {
        const pod = manifest.kind === 'Pod' ? manifest.spec : manifest.spec?.template?.spec;
        if (pod === undefined) continue;
        expect(pod).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        });
        for (const container of pod.containers)
          expect(container.securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            runAsNonRoot: true,
            capabilities: { drop: ['ALL'] },
          });
      }
    }
  });

  given('gives a stopping pod as long as its requests may take', async () => {
    const [deployment] = ofKind(
      await rendered('--set', 'existingSecret=s', '--set', 'gateway.shutdownTimeoutSeconds=300'),
      'Deployment',
    );
    expect(settingsOf(deployment!)).toMatchObject({ GATEWAY_SHUTDOWN_TIMEOUT_SECS: '300' });
    const { terminationGracePeriodSeconds: grace, containers } = deployment!.spec.template.spec;
    expect(grace).toBeGreaterThanOrEqual(300 + containers[0].lifecycle.preStop.sleep.seconds);
  });

  given('makes a deployment of each role, and tells the others where the gateway is', async () => {
    const manifests = await rendered('-f', fileNamed('separate-roles'));
    const roles = ofKind(manifests, 'Deployment').map((one) => settingsOf(one)['SERVER_ROLES']);
    expect(roles.toSorted()).toEqual(['api', 'gateway', 'worker']);
    const gateway = named(manifests, 'Service', '-gateway');
    const address = `https://${gateway.metadata.name}.agents.svc:${gateway.spec.ports[0].port}`;
    expect(settingsOf(named(manifests, 'Deployment', '-api'))['GATEWAY_API_URL']).toBe(address);
    const worker = named(manifests, 'Deployment', '-worker').spec;
    expect(worker.replicas).toBe(1);
    const [jobs] = worker.template.spec.containers;
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(jobs[probe].httpGet).toMatchObject({ port: 'metrics', scheme: 'HTTP' });
    expect(jobs.ports).toEqual([{ name: 'metrics', containerPort: 9464 }]);
    const scaled = ofKind(manifests, 'HorizontalPodAutoscaler').map(({ metadata }) => metadata.name);
    expect(scaled.map((name) => name.split('-').pop()).toSorted()).toEqual(['api', 'gateway']);
    expect(named(manifests, 'HorizontalPodAutoscaler', '-gateway').spec.metrics).toHaveLength(2);
  });

  given('asks the gateway over TLS where its port speaks TLS', async () => {
    const manifests = await rendered('-f', fileNamed('separate-roles'));
    const [container] = named(manifests, 'Deployment', '-gateway').spec.template.spec.containers;
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(container[probe].httpGet).toMatchObject({ port: 'gateway', scheme: 'HTTPS' });
    const [api] = named(manifests, 'Deployment', '-api').spec.template.spec.containers;
    expect(api.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'api', scheme: 'HTTP' });
    // A process opens the gateway's port last: before that it must get no agents.
    const whole = named(await rendered('-f', fileNamed('production')), 'Deployment', '-server');
    const [server] = whole.spec.template.spec.containers;
    expect(server.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'gateway', scheme: 'HTTPS' });
  });

  given(
    'lets roles that ask the gateway trust who signed its certificate, by the name they ask',
    async () => {
      const own = ['-f', fileNamed('production'), '-f', fileNamed('separate-roles')];
      const manifests = await rendered(...own);
      const [{ spec: certificate }] = ofKind(manifests, 'Certificate') as [Manifest];
      const asked = new URL(settingsOf(named(manifests, 'Deployment', '-api'))['GATEWAY_API_URL']!).hostname;
      expect(certificate.dnsNames).toEqual(['agents.example.com', asked]);
      const api = named(manifests, 'Deployment', '-api').spec.template.spec;
      expect(api.volumes).toContainEqual({
        name: 'gateway-ca',
        secret: {
          secretName: certificate.secretName,
          optional: true,
          items: [{ key: 'ca.crt', path: 'ca.crt' }],
        },
      });
      expect(settingsOf(named(manifests, 'Deployment', '-api'))).toMatchObject({
        NODE_EXTRA_CA_CERTS: '/app/gateway-ca/ca.crt',
      });
      const roots = await rendered(
        ...own,
        '--set',
        'extraEnv[0].name=NODE_EXTRA_CA_CERTS,extraEnv[0].value=/mine.pem',
      );
      expect(settingsOf(named(roots, 'Deployment', '-api'))['NODE_EXTRA_CA_CERTS']).toBe('/mine.pem');
    },
  );

  given('keeps the account of running pods through an upgrade, and gives the migration its own', async () => {
    for (const file of files) {
      const manifests = await rendered('-f', file);
      const accounts = new Map(ofKind(manifests, 'ServiceAccount').map((one) => [one.metadata.name, one]));
      for (const { kind, metadata, spec } of manifests) {
        const name = (kind === 'Pod' ? spec : spec?.template?.spec)?.serviceAccountName as string | undefined;
        if (name === undefined) continue;
        const hooks = (one: Manifest['metadata']) => one.annotations?.['helm.sh/hook'];
        // What a hook makes is made anew each time; and what the migration needs must be there before anything else.
        expect(hooks(accounts.get(name)!.metadata)).toBe(kind === 'Job' ? hooks(metadata) : undefined);
      }
    }
  });

  given('migrates before an install and an upgrade, in a job of its own for each release', async () => {
    const [job] = ofKind(await rendered('-f', fileNamed('production')), 'Job');
    expect(job!.metadata.name).toMatch(/-migrate-1$/);
    expect(job!.metadata.annotations!['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    const { containers, volumes } = job!.spec.template.spec;
    expect(containers[0].command.slice(1)).toEqual(['bin/credential-gateway.mjs', 'migrate']);
    // A certificate that cert-manager has yet to make must not be waited for.
    expect(volumes.map(({ name }: { name: string }) => name)).not.toContain('gateway-tls');
    expect(ofKind(await rendered('-f', fileNamed('trying-out')), 'Job')).toEqual([]);
  });

  given('opens agents and providers, and nothing else', async () => {
    const { spec } = named(await rendered('-f', fileNamed('production')), 'NetworkPolicy', '-server');
    expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
    const reached = spec.egress.map(({ ports, to }: { ports: { port: number }[]; to?: unknown[] }) => [
      ports.map(({ port }) => port),
      to?.length ?? 'anywhere',
    ]);
    expect(reached).toEqual([
      [[53, 53], 'anywhere'],
      [[5432], 1],
      [[6379], 1],
      [[80, 443], 2],
    ]);
    const [internet] = spec.egress.at(-1).to;
    for (const range of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'])
      expect(internet.ipBlock.except).toContain(range);
    expect(spec.ingress.map(({ ports }: { ports: { port: string }[] }) => ports[0]!.port)).toEqual([
      'gateway',
      'api',
      'metrics',
    ]);
  });

  given.each([
    ['neither keys nor a folder to make them in', [], 'existingSecret'],
    ['two pods on one embedded PostgreSQL', ['persistence.enabled=true'], 'replicaCount=1'],
    ['both ways to give secrets', ['existingSecret=s', 'externalSecret.enabled=true'], 'exclude each other'],
    ['TLS without a certificate', ['existingSecret=s', 'gateway.tls.enabled=true'], 'gateway.tls.secretName'],
    [
      'alerts without metrics',
      ['existingSecret=s', 'metrics.prometheusRule.enabled=true'],
      'metrics.enabled',
    ],
    [
      'a scrape that the network policy stops',
      ['existingSecret=s', 'metrics.enabled=true', 'metrics.serviceMonitor.enabled=true'],
      'networkPolicy.monitoring',
    ],
    ['an ingress without a host', ['existingSecret=s', 'ingress.enabled=true'], 'ingress.host'],
    ['two addresses of Redis', ['existingSecret=s', 'redis.host=r', 'redis.internal.enabled=true'], 'redis'],
    ['a negative number of pods', ['existingSecret=s', 'replicaCount=-1'], 'replicaCount'],
    ['a word for a number', ['existingSecret=s', 'replicaCount=many'], 'replicaCount'],
    ['a port beyond the last', ['existingSecret=s', 'gateway.service.port=65536'], 'port'],
    ['a role nobody knows', ['existingSecret=s', 'roles.scheduler.replicaCount=1'], 'scheduler'],
    ['a value nobody knows', ['existingSecret=s', 'replicas=3'], 'replicas'],
    ['an address with a path', ['existingSecret=s', 'apiUrl=https://a.example/api'], 'apiUrl'],
    ['a secret no cluster can have', ['existingSecret=Not_A_Name'], 'existingSecret'],
    ['a database port in words', ['existingSecret=s', 'externalDatabase.port=postgres'], 'port'],
    ['an unusable policy of pulling', ['existingSecret=s', 'image.pullPolicy=Sometimes'], 'pullPolicy'],
    ['memory that is none', ['existingSecret=s', 'resources.limits.memory=lots'], 'memory'],
    ['fewer at most than at least', ['existingSecret=s', 'autoscaling.minReplicas=20'], 'maxReplicas'],
  ])('refuses %s', async (_name, values, reason) => {
    const { code, output } = await chart.render(...values.flatMap((value) => ['--set', value]));
    expect(code).not.toBe(0);
    expect(output).toContain(reason);
  });

  given('without values says first what to set, and the shortest command that works', async () => {
    const { code, output } = await chart.render();
    expect(code).not.toBe(0);
    const [first] = output.split('\n');
    expect(first).toContain('Set existingSecret to a Secret with SECRET_ENCRYPTION_KEY, SESSION_SECRET');
    const [, values] = /helm install release CHART (.*)$/.exec(first!)!;
    expect(ofKind(await rendered(...values!.split(' ')), 'Deployment')).toHaveLength(1);
  });

  given(
    'R47 R67 listens on all addresses of a pod, and trusts proxies of the cluster where there are any',
    async () => {
      const settings = async (file: string, end: string, ...more: string[]) =>
        settingsOf(named(await rendered('-f', fileNamed(file), ...more), 'Deployment', end));
      expect(await settings('production', '-server')).toMatchObject({
        API_BIND: '0.0.0.0',
        TRUST_PROXY: 'loopback,private',
      });
      const alone = await settings('trying-out', '-server');
      expect(alone).toMatchObject({ API_BIND: '0.0.0.0' });
      expect(alone).not.toHaveProperty('TRUST_PROXY');
      expect(await settings('separate-roles', '-worker')).not.toHaveProperty('API_BIND');
      expect(await settings('production', '-server', '--set', 'trustProxy=10.4.0.0/16')).toMatchObject({
        TRUST_PROXY: '10.4.0.0/16',
      });
      const own = 'extraEnv[0].name=TRUST_PROXY,extraEnv[0].value=none';
      expect(await settings('production', '-server', '--set', own)).toMatchObject({ TRUST_PROXY: 'none' });
      const { code } = await chart.render('--set', 'existingSecret=s', '--set', 'trustProxy=everybody');
      expect(code).not.toBe(0);
    },
  );

  given('takes every value that R35 names', async () => {
    const named35 =
      'replicaCount image existingSecret externalDatabase redis roles ingress.enabled gateway.service autoscaling.enabled ' +
      'podDisruptionBudget.enabled networkPolicy.enabled metrics.enabled metrics.serviceMonitor.enabled ' +
      'metrics.prometheusRule.enabled resources persistence extraEnv extraVolumes';
    const values = parse(await chartFile('values.yaml')) as object;
    for (const path of named35.split(' ')) {
      const found = path
        .split('.')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], values);
      expect([path, found]).not.toEqual([path, undefined]);
    }
  });
});

describe('alerts and dashboard', () => {
  let server: TestServer;
  let metrics: Set<string>;

  beforeAll(async () => {
    server = await startServer({ METRICS_PORT: '0' });
    const text = await (await fetch(server.metricsUrl!)).text();
    metrics = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
  });

  afterAll(() => server.close());

  /** The metrics an expression names; throws for what is no PromQL. */
  function namesIn(expression: string): string[] {
    const names: string[] = [];
    parser.parse(expression).iterate({
      enter({ type, from, to }) {
        if (type.isError) throw new Error(`no PromQL at ${from}: ${expression}`);
        if (type.name === 'Identifier' && !/^\s*[=!]/.test(expression.slice(to)))
          names.push(expression.slice(from, to).replace(/_bucket$/, ''));
      },
    });
    return names;
  }

  const unknownIn = (expression: string): string[] =>
    namesIn(expression).filter((name) => name !== 'up' && !metrics.has(name));

  it('parse, name metrics that exist, and have a page that tells what to do', async () => {
    const alerts = parse(await chartFile('files/alerts.yaml')) as Record<string, Record<string, string>>;
    const pages = await readdir('docs/runbooks');
    expect(Object.keys(alerts).length).toBeGreaterThan(10);
    for (const [name, { expr, runbook }] of Object.entries(alerts)) {
      expect([name, namesIn(expr!).length > 0, unknownIn(expr!)]).toEqual([name, true, []]);
      expect(pages).toContain(`${runbook}.md`);
    }
    expect(() => namesIn('sum(rate(x[5m])')).toThrow('no PromQL');
    expect(unknownIn('sum(rate(gateway_nonsense_total[5m]))')).toEqual(['gateway_nonsense_total']);
  });

  it('are written down as the server serves them: name, type and help, nothing else', async () => {
    const page = await readFile('docs/metrics.md', 'utf8');
    const written = [...page.matchAll(/^\| `(\w+)` +\| (counter|gauge|histogram) +\| .* \| (.*?) *\|$/gm)];
    const text = await (await fetch(server.metricsUrl!)).text();
    const served = [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm)];
    expect(served.length).toBeGreaterThan(50);
    expect(written.map(([, name, type, help]) => [name, type, help]).toSorted()).toEqual(
      served.map(([, name, help, type]) => [name, type, help!.trimEnd()]).toSorted(),
    );
    // What reads the text takes `_total` for a counter.
    const misnamed = served.filter(([, name, , type]) => name!.endsWith('_total') && type !== 'counter');
    expect(misnamed.map(([, name]) => name)).toEqual([]);
    const labels = [...text.matchAll(/[{,](?!le=)(\w+)="/g)].map(([, label]) => `\`${label}\``);
    for (const label of new Set(labels)) expect(page).toContain(label);
  });

  it('show metrics that exist', async () => {
    const dashboard = JSON.parse(await chartFile('files/dashboard.json')) as {
      panels: { title: string; targets?: { expr: string }[] }[];
    };
    const shown = dashboard.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => [title, unknownIn(expr.replaceAll('$__rate_interval', '5m'))]),
    );
    expect(shown.length).toBeGreaterThan(20);
    for (const [title, unknown] of shown) expect([title, unknown]).toEqual([title, []]);
  });

  given('are installed with the chart, under the name its pods are scraped by', async () => {
    const manifests = await rendered('-f', fileNamed('production'));
    const [{ rules }] = ofKind(manifests, 'PrometheusRule')[0]!.spec.groups;
    const service = named(manifests, 'Service', '-metrics').metadata.name;
    for (const { expr, annotations } of rules) {
      expect(unknownIn(expr)).toEqual([]);
      expect(expr).toContain(`job="${service}"`);
      expect(annotations.runbook_url).toMatch(
        /^https:\/\/runbooks\.example\.com\/credential-gateway\/[a-z-]+\.md$/,
      );
    }
    const { data } = named(manifests, 'ConfigMap', '-dashboard');
    expect(JSON.parse(data!['credential-gateway.json']!).title).toBe('Credential Gateway');
  });
});

describe('the image and compose', () => {
  given('have a Dockerfile without a fault', async () => {
    expect(await chart.dockerfileFaults('Dockerfile')).toEqual({ code: 0, stdout: '', output: '' });
  });

  it('start PostgreSQL again with the machine, as they do the server', async () => {
    const { services } = parse(await readFile('compose.yaml', 'utf8'), { merge: true }) as {
      services: Record<string, { restart?: string }>;
    };
    for (const name of ['postgres', 'server']) expect(services[name]!.restart).toBe('unless-stopped');
  });

  it('start the server as user 1000, without a shell', async () => {
    const stage = (await readFile('Dockerfile', 'utf8')).split(/^FROM scratch$/m)[1]!;
    expect(stage).toContain('\nUSER 1000:1000\n');
    for (const [, argument] of stage.matchAll(/\b(?:CMD|ENTRYPOINT) (.*)/g))
      expect((JSON.parse(argument!) as string[])[0]).toBe('node');
    expect(stage).not.toMatch(/^RUN /m);
  });

  it('bring a bill of materials: the production packages of the lockfile, no other, always the same', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cg-sbom-'));
    try {
      const bill = async (name: string): Promise<string> => {
        const file = join(folder, name);
        const { code, output } = await run('node', ['scripts/write-sbom.mjs', file]);
        expect({ code, output }).toEqual({ code: 0, output: '' });
        return readFile(file, 'utf8');
      };
      const text = await bill('one');
      expect(await bill('two')).toBe(text);
      const { components, dependencies } = JSON.parse(text) as {
        components: { name: string; version: string; purl: string; hashes?: unknown }[];
        dependencies: { ref: string; dependsOn: string[] }[];
      };
      const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
        packages: Record<
          string,
          { version: string; dev?: boolean; link?: boolean; dependencies?: Record<string, string> }
        >;
      };
      // The client is published by itself: a link in node_modules, and nothing of the server.
      const production = Object.entries(packages).filter(
        ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
      );
      const expected = production.map(
        ([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`,
      );
      const listed = components.map(({ name, version }) => `${name}@${version}`);
      expect(listed.toSorted()).toEqual([...new Set(expected)].toSorted());
      expect(components.filter(({ hashes }) => hashes === undefined)).toEqual([]);
      const known = new Set(components.map(({ purl }) => purl));
      expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual([]);
      const own = dependencies.find(({ ref }) => ref.startsWith('pkg:npm/credential-gateway@'))!;
      expect(own.dependsOn).toHaveLength(Object.keys(packages['']!.dependencies!).length);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('are of one version: the one of package.json', async () => {
    const versionIn = async (file: string): Promise<string> =>
      (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
    const version = await versionIn('package.json');
    const { version: ofChart, appVersion } = parse(await chartFile('Chart.yaml')) as Record<string, string>;
    const [, ofImage] = /^ARG VERSION=(.*)$/m.exec(await readFile('Dockerfile', 'utf8'))!;
    const { output } = await run('node', ['bin/credential-gateway.mjs', '--version']);
    expect({
      lockfile: await versionIn('package-lock.json'),
      client: await versionIn('client/package.json'),
      ofChart,
      appVersion,
      ofImage,
      command: output.trim(),
    }).toEqual({
      lockfile: version,
      client: version,
      ofChart: version,
      appVersion: version,
      ofImage: version,
      command: version,
    });
  });
});
