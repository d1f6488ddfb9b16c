const SLUG_FALLBACK = 'workspace';

/** 01 §2: lowercase, every run of other characters one `-`, none at the ends. May be empty. */
export function slugify(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The slug a workspace gets from its name (01 §16.3). */
export function workspaceSlug(name: string): string {
  return slugify(name) || SLUG_FALLBACK;
}
