import type { Socket } from 'node:net';

/**
 * How many connections one client address may have open at a port; IPv6 counts by the network of a subscriber. Holds
 * one number for each address that is connected.
 */
export class AddressQuota {
  private readonly open = new Map<string, number>();

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
    const who = this.most === 0 ? null : this.counted(socket.remoteAddress ?? '');
    if (who === null) return true;
    const open = this.open.get(who) ?? 0;
    if (open >= this.most) return false;
    this.open.set(who, open + 1);
    socket.once('close', () => this.release(who));
    return true;
  }

  private release(who: string): void {
    const left = this.open.get(who)! - 1;
    if (left === 0) this.open.delete(who);
    else this.open.set(who, left);
  }
}
