import { describe, expect, it } from '@jest/globals';
import { effectiveSkills, SKILL_SCOPES, type SkillScope, skillFolder } from './effective-skills.js';
import { fileProblem, fitsTogether } from './skill-limits.js';

const builtIn = { name: 'credential-gateway', description: 'Built in', content: 'b', files: [] };
const skill = (scope: SkillScope, name: string, enabled = true) => ({
  scope,
  name,
  enabled,
  description: scope,
  content: scope,
  files: [],
});
const shown = (...owned: ReturnType<typeof skill>[]) =>
  effectiveSkills(owned, builtIn).map(({ name, content }) => `${name} of ${content}`);

describe('the skills an agent has', () => {
  it('are those of all tiers by name, and the built-in one', () => {
    const owned = [skill('agent', 'z'), skill('organization', 'a'), skill('workspace', 'm')];
    expect(shown(...owned)).toEqual([
      'a of organization',
      'credential-gateway of b',
      'm of workspace',
      'z of agent',
    ]);
    expect(shown()).toEqual(['credential-gateway of b']);
  });

  it('are the most specific of equal names, in whatever order they come', () => {
    const three = SKILL_SCOPES.map((scope) => skill(scope, 'x'));
    expect(shown(...three)).toContain('x of agent');
    expect(shown(...three.reverse())).toContain('x of agent');
    expect(shown(skill('workspace', 'x'), skill('organization', 'x'))).toContain('x of workspace');
  });

  it('hide nothing broader when switched off', () => {
    const off = skill('agent', 'x', false);
    expect(shown(off, skill('workspace', 'x'), skill('organization', 'x'))).toContain('x of workspace');
    expect(shown(off, skill('organization', 'x'))).toContain('x of organization');
    expect(shown(off)).toEqual(['credential-gateway of b']);
  });

  it('never replace the built-in one', () => {
    expect(shown(skill('agent', 'credential-gateway'))).toEqual(['credential-gateway of b']);
  });
});

describe('the folder of a skill', () => {
  it('has the text under front matter, and its files', () => {
    const loaded = {
      name: 'release',
      description: 'Say: "go"',
      content: '# Release\n',
      files: [{ path: 'a/b.sh', content: 'echo' }],
    };
    expect(skillFolder(loaded)).toEqual([
      {
        path: '.agents/skills/release/SKILL.md',
        content: '---\nname: release\ndescription: "Say: \\"go\\""\n---\n\n# Release\n',
      },
      { path: '.agents/skills/release/a/b.sh', content: 'echo' },
    ]);
  });
});

describe('the files of a skill', () => {
  const files = (...paths: string[]) => paths.map((path) => ({ path, content: 'x' }));

  it('have paths that fit into one folder', () => {
    expect(fileProblem(files('a', 'b/a', 'b/b', 'a.b'))).toBeNull();
    expect(fileProblem(files('a', 'a'))).toMatch('different');
    expect(fileProblem(files('a/b', 'a'))).toMatch('folder');
  });

  it('have 32,000 characters with the text', () => {
    const long = [{ path: 'a', content: 'x'.repeat(24_000) }];
    expect(fitsTogether('x'.repeat(8_000), long)).toBe(true);
    expect(fitsTogether('x'.repeat(8_001), long)).toBe(false);
  });
});
