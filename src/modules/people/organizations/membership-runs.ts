/**
 * The people of an organization, counted in runs that triggers keep (ADR 67): rows of where each begins, how many it
 * has and how many came `before` it. `$1` is the organization; for statements that ask for a place in the order.
 */
export const MEMBERSHIP_RUNS = `
  SELECT starts_at, starts_with, people,
    (sum(people) OVER (ORDER BY starts_at, starts_with) - people)::int AS before
  FROM membership_runs WHERE organization_id = $1`;
