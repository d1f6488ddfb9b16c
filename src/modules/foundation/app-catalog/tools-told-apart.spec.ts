import { describe, expect, it } from '@jest/globals';
import { compilePolicy } from '../../../domain/decision/policy/compiled/compile.js';
import { requestFacts } from '../../../domain/decision/policy/conditions/facts.js';
import { effectiveTool } from '../../../domain/decision/policy/evaluation/effective-tool.js';
import { evaluate } from '../../../domain/decision/policy/evaluation/evaluate.js';
import { type Probe, probesOf } from '../../../domain/decision/policy/evaluation/probe.js';
import type { PublishedRule } from '../../../domain/decision/policy/model.js';
import { publishedRule } from '../../../../test/harness/policy/published-rule.js';
import type { CatalogTool } from '../../../domain/decision/catalog/model/model.js';
import { AppCatalog } from './catalog.js';

const catalog = new AppCatalog();
const BLOCKED_BY_DEFAULT: PublishedRule = publishedRule({ isDefault: true, action: 'block', targets: [] });

function policyAllowing(provider: string, tools: string[]) {
  const target = { kind: 'app' as const, provider, tools, connectionScope: null };
  return compilePolicy({
    organization: [publishedRule({ targets: [target] }), BLOCKED_BY_DEFAULT],
    workspace: [],
    agent: null,
    secrets: [],
    connections: [],
    apps: catalog.surfaces,
  });
}

function passes(policy: ReturnType<typeof policyAllowing>, { host, path, method }: Probe): boolean {
  const facts = requestFacts({ host, path, methods: [method], managed: true, llmHost: false });
  return evaluate(policy, facts).kind === 'pass';
}

/** Its requests are also those of a tool with the same entries; nothing tells these apart. */
const requestsOf = (tool: CatalogTool) => probesOf(tool.matches);

describe('every tool of the catalogue (11 §4, §5)', () => {
  it.each(catalog.all.filter(({ tools }) => tools.length > 0).map((app) => [app.id, app] as const))(
    'of %s opens what it is for, alone',
    (provider, app) => {
      const closed = app.tools.filter((tool) => {
        const policy = policyAllowing(provider, [tool.id]);
        return !requestsOf(tool).every((probe) => passes(policy, probe));
      });
      expect(closed.map(({ id }) => id)).toEqual([]);
    },
  );

  it('is shown as allowed where it is allowed', () => {
    const github = catalog.find('github')!;
    const policy = policyAllowing('github', ['get_repo']);
    const settings = {
      policy,
      ceiling: policy,
      available: true,
      winners: [null],
      managed: () => true,
      llmHost: () => false,
    };
    const verdicts = github.tools
      .filter(({ id }) => ['get_repo', 'list_pulls'].includes(id))
      .map((tool) => [tool.id, effectiveTool(tool.matches, settings).verdict]);
    expect(verdicts).toEqual([
      ['get_repo', 'allow'],
      ['list_pulls', 'block'],
    ]);
  });
});
