import { describe, expect, it } from '@jest/globals';
import { IsNull } from 'typeorm';
import { epochOf, levelOf, organizationScope, ownedBy, visibleTo, workspaceScope } from './scope.js';

const WORKSPACE = workspaceScope({ organizationId: 'o1', workspaceId: 'w1' });
const ORGANIZATION = organizationScope({ organizationId: 'o1' });
const PARTNER = { partnerId: 'p1' };

describe('scopes', () => {
  it('are a workspace, its organization or a partner', () => {
    expect([WORKSPACE, ORGANIZATION, PARTNER].map(levelOf)).toEqual(['workspace', 'organization', 'partner']);
  });

  it('own exactly their rows: a workspace none that it inherits, an organization none of a workspace', () => {
    expect(ownedBy(WORKSPACE)).toEqual({ organizationId: 'o1', workspaceId: 'w1' });
    expect(ownedBy(ORGANIZATION)).toEqual({ organizationId: 'o1', workspaceId: IsNull() });
    expect(ownedBy(PARTNER)).toEqual({ partnerId: 'p1' });
  });

  it('show a workspace what its organization shares, and an organization nothing of its workspaces', () => {
    expect(visibleTo(WORKSPACE)).toEqual([ownedBy(ORGANIZATION), ownedBy(WORKSPACE)]);
    expect(visibleTo(ORGANIZATION)).toEqual([ownedBy(ORGANIZATION)]);
  });

  it('raise the narrowest epoch that covers them', () => {
    expect([WORKSPACE, ORGANIZATION, PARTNER].map(epochOf)).toEqual([
      { workspace: 'w1' },
      { organization: 'o1' },
      { partner: 'p1' },
    ]);
  });

  it('hold nothing else of the caller they were made from', () => {
    const caller = { organizationId: 'o1', workspaceId: 'w1', userId: 'u1' };
    expect(workspaceScope(caller)).toEqual({ organizationId: 'o1', workspaceId: 'w1' });
    expect(organizationScope(caller)).toEqual({ organizationId: 'o1', workspaceId: null });
  });
});
