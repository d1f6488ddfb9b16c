import { Injectable } from '@nestjs/common';

/** Something that happened where an agent is, as its provider told it; who sent it has been proved. */
export interface ReceivedEvent {
  readonly presenceId: string;
  /** The provider's own, the same when it tells again. */
  readonly eventId: string;
  /** The inner event. */
  readonly event: Readonly<Record<string, unknown>>;
}

/** What becomes of events (04 §6.3). */
export interface ChannelEvents {
  /** Resolves once the event is recorded; the provider is answered then, so nothing slow may be waited for. */
  receive(event: ReceivedEvent): Promise<unknown>;
}

/** A press of a button of a card. */
export interface ClickedDecision {
  readonly presenceId: string;
  readonly approvalId: string;
  readonly decision: 'approve' | 'deny';
  readonly clickerExternalUserId: string;
}

/** What the provider's own answer channel of a click is told: the card in its new form, or a word to the clicker alone. */
export interface ClickReply {
  readonly replacesCard: boolean;
  readonly text: string;
  readonly blocks?: readonly object[];
}

/** What becomes of clicks (04 §6.6). */
export interface ChannelDecisions {
  decide(
    click: ClickedDecision,
  ): Promise<{ kind: 'decided' | 'already_settled' | 'refused' | 'unavailable'; reply: ClickReply | null }>;
}

/** Port between how a provider reaches this server and what its events mean here. */
@Injectable()
export class InboundPorts {
  private events: ChannelEvents | null = null;
  private decisions: ChannelDecisions | null = null;

  /** While the application is built; once. */
  open(events: ChannelEvents, decisions: ChannelDecisions): void {
    if (this.events !== null) throw new Error('The doors of channels are open already');
    this.events = events;
    this.decisions = decisions;
  }

  async receive(event: ReceivedEvent): Promise<void> {
    await this.events?.receive(event);
  }

  async decide(click: ClickedDecision): Promise<ClickReply | null> {
    return (await this.decisions?.decide(click))?.reply ?? null;
  }
}
