import { listWorkspaces } from '../../client/src/generated/operations.js';
import type { Input, Operation, OperationId, Output } from '../../client/src/operation.js';
import { send } from '../../client/src/send.js';
import { apiKey } from './api-key.js';
import type { Arguments } from './line.js';
import { apiOrigin, setting, type Flagged, type SettingName } from './settings.js';
import { transport } from './transport.js';

/** What one command line works with: whom it asks, as whom, about which workspace. */
export class Session {
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

  /** Without a workspace: what belongs to a person, an organization or nobody. */
  async ask<Id extends OperationId>(
    operation: Operation<Id>,
    input: Input<Id>,
    key = apiKey(),
  ): Promise<Output<Id>> {
    return send(this.connection(key), operation, input);
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
    const connection = this.connection(apiKey());
    return send({ ...connection, ...(workspaceId !== undefined && { workspaceId }) }, operation, input);
  }

  /** By id or slug; one that nobody knows goes as it is, for the server to refuse (07 B9.3). */
  async workspaceId(): Promise<string | undefined> {
    return (this.workspace ??= this.chosenWorkspace());
  }

  private async chosenWorkspace(): Promise<string | undefined> {
    const chosen = this.setting('workspace');
    if (chosen === undefined) return undefined;
    const workspaces = await this.ask(listWorkspaces, {});
    return workspaces.find(({ id, slug }) => id === chosen || slug === chosen)?.id ?? chosen;
  }

  private connection(key: string | undefined) {
    return { origin: this.origin, fetch: transport, ...(key !== undefined && { apiKey: key }) };
  }
}
