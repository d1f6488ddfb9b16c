import type { Socket } from 'node:net';

/**
 * How many connections one client address may have open at a port; IPv6 counts by the network of a subscriber. Holds
 * one number for each address that is connected.
 */
export class AddressQuota {
  private readonly open = new Map<string, number>();
  /** Whom the last address stands for: the next connection mostly comes from the same one. */
  private last: { address: string; who: string | null } | null = null;

  /**
   * `most` of 0 counts nobody. `counted` names whom an address stands for, null for one that stands for many clients:
   * a load balancer, the bridge of containers.
   */
  constructor(
    private readonly most: number,
    private readonly counted: (address: string) => string | null,
  ) {}

  /** False when the address has as many connections as it may; otherwise this one counts until it closes. */
  admit(socket: Socket): boolean {
    const who = this.most === 0 ? null : this.whoHas(socket.remoteAddress ?? '');
    if (who === null) return true;
    const open = this.open.get(who) ?? 0;
    if (open >= this.most) return false;
    this.open.set(who, open + 1);
    socket.once('close', () => this.release(who));
    return true;
  }

  private whoHas(address: string): string | null {
    if (this.last?.address !== address) this.last = { address, who: this.counted(address) };
    return this.last.who;
  }

  private release(who: string): void {
    const left = this.open.get(who)! - 1;
    if (left === 0) this.open.delete(who);
    else this.open.set(who, left);
  }
}
