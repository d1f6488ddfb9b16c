/** The access rules of the partner level (07 A2): any role or the key, and what takes a manager. */
export const BY_ANY = { as: ['partner-key', 'session'], level: 'partner' } as const;
export const BY_A_MANAGER = { ...BY_ANY, role: 'admin' } as const;
