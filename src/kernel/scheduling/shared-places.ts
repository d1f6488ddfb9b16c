import { isOrganization, OrganizationShares } from './fair-turns.js';

/** Places that are taken or not, because what finds none does not wait: of one organization no more than its share (R62). */
export class SharedPlaces {
  private readonly takenOf = new Map<string, number>();
  private readonly shares = new OrganizationShares();
  private taken = 0;

  /** `reserve` stays free for the next organization, once a second one was seen. */
  constructor(
    private readonly most: number,
    private readonly reserve: number,
  ) {}

  /** True: whoever asked has to give the place back. */
  tryTake(asker: string): boolean {
    if (isOrganization(asker)) this.shares.used(asker);
    const own = this.takenOf.get(asker) ?? 0;
    if (this.taken >= this.most || own >= this.shares.mostOf(this.most, this.reserve, asker)) return false;
    this.taken += 1;
    this.takenOf.set(asker, own + 1);
    return true;
  }

  giveBack(asker: string): void {
    this.taken -= 1;
    const left = this.takenOf.get(asker)! - 1;
    if (left > 0) this.takenOf.set(asker, left);
    else this.takenOf.delete(asker);
  }
}
