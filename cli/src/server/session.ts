import { listWorkspaces } from '../../../client/src/operations.js';
import { RequestRefused } from '../../../client/src/failure.js';
import type { Input, Operation, OperationId, Output } from '../../../client/src/operation.js';
import { send } from '../../../client/src/send.js';
import { isObject, mustBeOfTheApi, notTheApi } from '../terminal/answers.js';
import { apiKey } from '../keys/api-key.js';
import { CommandFailure } from '../terminal/failure.js';
import type { Arguments } from '../terminal/line.js';
import { apiOrigin, setting, type Flagged, type SettingName } from '../keys/settings.js';
import { transport } from './transport.js';

/** What one command line works with: whom it asks, as whom, about which workspace. */
export class Session {
  /** Whether the server has answered anything. */
  answered = false;

  private readonly flagged: Flagged;
  private workspace: Promise<string | undefined> | undefined;

  constructor(given: Arguments) {
    const flag = (name: SettingName): string | undefined => given.flags[name] as string | undefined;
    this.flagged = {
      'api-host': flag('api-host'),
      workspace: flag('workspace'),
      agent: flag('agent'),
      gateway: flag('gateway'),
    };
  }

  get origin(): string {
    return apiOrigin(this.flagged);
  }

  setting(name: SettingName): string | undefined {
    return setting(name, this.flagged);
  }

  /** Without a workspace: what belongs to a person or an organization, with the key of this machine where none is given. */
  async ask<Id extends OperationId>(
    operation: Operation<Id>,
    input: Input<Id>,
    key?: string,
  ): Promise<Output<Id>> {
    return this.sentAsSomebody(operation, input, key ?? (await apiKey()));
  }

  /** What anybody may ask, and so without a key: one that is stored and broken is in nobody's way. */
  async askAsNobody<Id extends OperationId>(operation: Operation<Id>, input: Input<Id>): Promise<Output<Id>> {
    return this.sent(operation, input, {});
  }

  /** About the workspace that was chosen, or that of the key. */
  async askInWorkspace<Id extends OperationId>(
    operation: Operation<Id>,
    input: Input<Id>,
  ): Promise<Output<Id>> {
    return this.askIn(await this.workspaceId(), operation, input);
  }

  /** About this workspace, whatever was chosen; without one, that of the key. */
  async askIn<Id extends OperationId>(
    workspaceId: string | undefined,
    operation: Operation<Id>,
    input: Input<Id>,
  ): Promise<Output<Id>> {
    return this.sentAsSomebody(operation, input, await apiKey(), workspaceId);
  }

  /** By id or slug; one that nobody knows goes as it is, for the server to refuse (07 B9.3). */
  async workspaceId(): Promise<string | undefined> {
    return (this.workspace ??= this.chosenWorkspace());
  }

  private async chosenWorkspace(): Promise<string | undefined> {
    const chosen = this.setting('workspace');
    if (chosen === undefined) return undefined;
    const workspaces = await this.ask(listWorkspaces, {});
    this.insist(Array.isArray(workspaces) && workspaces.every(isObject));
    return workspaces.find(({ id, slug }) => id === chosen || slug === chosen)?.id ?? chosen;
  }

  /** Ends the command where an answer is not of the shape that the API gives it. */
  insist(isOfTheApi: boolean): void {
    if (!isOfTheApi) throw notTheApi(this.origin);
  }

  /** A server may need no key for this; where it does, a person without one has mistyped none. */
  private async sentAsSomebody<Id extends OperationId>(
    operation: Operation<Id>,
    input: Input<Id>,
    key: string | undefined,
    workspaceId?: string,
  ): Promise<Output<Id>> {
    try {
      return await this.sent(operation, input, { apiKey: key, workspaceId });
    } catch (error) {
      if (key !== undefined || !(error instanceof RequestRefused) || error.status !== 401) throw error;
      throw new CommandFailure('You are not logged in on this machine.', 'AUTH_REQUIRED', 'cgw auth login');
    }
  }

  private async sent<Id extends OperationId>(
    operation: Operation<Id>,
    input: Input<Id>,
    as: { readonly apiKey?: string | undefined; readonly workspaceId?: string | undefined },
  ): Promise<Output<Id>> {
    const said = Object.fromEntries(Object.entries(as).filter(([, value]) => value !== undefined));
    const answer = await send({ origin: this.origin, fetch: transport, ...said }, operation, input);
    this.answered = true;
    mustBeOfTheApi(answer, operation, this.origin);
    return answer;
  }
}
