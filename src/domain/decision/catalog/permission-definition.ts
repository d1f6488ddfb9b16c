import type { CatalogApp, CatalogTool, PermissionDefinition, ToolGroup } from './model/model.js';

const GROUPS: readonly ToolGroup[] = ['read', 'write'];

/** What clients may know of an app's tools (03 §3.5); null for an app without tools. */
export function permissionDefinition(app: CatalogApp): PermissionDefinition | null {
  if (app.tools.length === 0) return null;
  const groups = GROUPS.flatMap((category) => {
    const members = app.tools.filter((tool) => tool.group === category);
    return members.length === 0 ? [] : [groupOf(category, members)];
  });
  return { provider: app.id, groups };
}

function groupOf(
  category: ToolGroup,
  members: readonly CatalogTool[],
): PermissionDefinition['groups'][number] {
  const tools = members.filter((tool) => !tool.wildcard).map(publicTool);
  const wildcard = members.find((tool) => tool.wildcard);
  if (wildcard === undefined) return { category, tools };
  return {
    category,
    tools,
    wildcard: publicTool(wildcard),
    wildcardComplete: wildcard.wildcardComplete ?? false,
  };
}

function publicTool({ id, name, description }: CatalogTool) {
  return { id, name, description };
}
