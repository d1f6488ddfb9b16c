/** Who may look at single sign-on of an organization (05 §8.4). */
export const BY_ADMINISTRATORS = {
  level: 'organization',
  role: 'admin',
  edition: 'enterprise',
  feature: 'Single sign-on',
} as const;
