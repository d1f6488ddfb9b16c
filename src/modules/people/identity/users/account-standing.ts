/** What is known of an account and an organization, when the organization wants to change the account. */
export interface AccountFacts {
  /** The directory or the single sign-on of the organization made the account. */
  madeByDirectory: boolean;
  /** Another organization or a partner has a part in it. */
  sharedWithOthers: boolean;
  /** The person has, or once used, a way in that is not the single sign-on of the organization. */
  enteredIndependently: boolean;
  /** Somebody entered the account, in whatever way. */
  everEntered: boolean;
  /** Its address is on a domain that the organization has verified. */
  onVerifiedDomain: boolean;
}

export interface AccountStanding extends Pick<AccountFacts, 'everEntered' | 'onVerifiedDomain'> {
  /** The organization may change the address of the account and switch its sign-in off (R39). */
  managed: boolean;
}

/**
 * Whether an organization manages an account (R39.1). What somebody else has a part in is never managed. A way in of
 * the person's own is no hindrance where the organization holds the domain: whoever reads the mail of an address can
 * enter its account anyway.
 */
export function accountStanding(facts: AccountFacts): AccountStanding {
  const { everEntered, onVerifiedDomain } = facts;
  const alone = facts.madeByDirectory && !facts.sharedWithOthers;
  return {
    managed: alone && (onVerifiedDomain || !facts.enteredIndependently),
    everEntered,
    onVerifiedDomain,
  };
}
