import { Injectable } from '@nestjs/common';
import { answerText, valueAt } from '../../../domain/decision/catalog/answer-map.js';
import type {
  DescribedCall,
  InstallDescription,
} from '../../../domain/decision/catalog/model/connection-model.js';
import { readyRequest } from '../../../domain/decision/catalog/described-request.js';
import { fillFrom } from '../../../domain/decision/catalog/template.js';
import { ProviderCalls, ProviderUnreachable } from '../../../kernel/egress/provider-calls.js';
import type { NewCredentials } from '../connections/new-credentials.js';
import { ConnectRefused } from './connect-refused.js';
import { momentAt, tokenAt } from '../../../domain/decision/catalog/token-answer.js';
import { UnusableKeyError } from '../../../kernel/crypto/rsa-private-key.js';
import { githubAppJwt } from '../connection-tokens/github-app-jwt.js';

const CALL_MS = 15_000;
const KEPT_REPOSITORIES = 100;
/** A thousand installations, with GitHub's page of 100. */
const MAX_PAGES = 10;
const NO_CODE = 'GitHub sent no code. The GitHub App has to request user authorization during installation.';
const INSTALLATION = /^[1-9]\d{0,19}$/;
/** Clocks differ. */
const SKEW_MS = 60_000;
const MAX_PERMISSIONS = 100;

export interface Installing {
  parameters: URLSearchParams;
  client: Readonly<Record<string, string>>;
  /**
   * An installation of the operator's app must also have been made or saved at GitHub since this moment: somebody who
   * merely reads one of its repositories sees it, too. Null for a customer's own app.
   */
  savedSince: Date | null;
}

/**
 * Takes over the installation of a GitHub App (03 §5.3). Its number can be guessed, so GitHub has to say that the person
 * who came back may see it (R53). Throws `ConnectRefused`.
 */
@Injectable()
export class GithubInstallation {
  constructor(private readonly calls: ProviderCalls) {}

  async adopt(
    install: InstallDescription,
    installing: Installing,
  ): Promise<Omit<NewCredentials, 'appConfigId'>> {
    const { client, parameters } = installing;
    const id = parameters.get(install.callbackParam) ?? '';
    if (!INSTALLATION.test(id))
      throw new ConnectRefused('The installation still waits for an approval at GitHub.');
    const values = { ...client, installation_id: id };
    await this.requireVisible(install, id, installing);
    const appToken = await appJwt(client);
    const account = await this.ask(install, install.account, values, appToken);
    requireRecent(account, installing.savedSince);
    const granted = await this.ask(install, install.token, values, appToken);
    const token = tokenAt(granted, 'token');
    if (token === null) throw new ConnectRefused('The answer of GitHub holds no token.');
    const listed = await this.ask(install, install.repositories, values, token);
    const kept = Object.entries(install.store).map(([field, template]) => [
      field,
      fillFrom(template, values) ?? '',
    ]);
    return {
      kind: 'github_app',
      values: { ...(Object.fromEntries(kept) as Record<string, string>), access_token: token },
      expiresAt: momentAt(granted, 'expires_at', new Date()),
      scopes: permissionsOf(granted).map(([name, level]) => `${name}:${level}`),
      metadata: metadataOf(id, account, granted, listed),
    };
  }

  /** The code of the callback is the person's; with it GitHub lists the installations that they may see. */
  private async requireVisible(
    install: InstallDescription,
    id: string,
    { client, parameters }: Installing,
  ): Promise<void> {
    const code = parameters.get('code') ?? '';
    if (code === '') throw new ConnectRefused(NO_CODE);
    const granted = await this.send(install.proof.token, { ...client, code });
    const token = tokenAt(granted, 'access_token');
    if (token === null) throw new ConnectRefused('GitHub did not accept the code.');
    for (let page = 1; page <= MAX_PAGES; page++) {
      const listed = await this.ask(install, install.proof.installations, { page: String(page) }, token);
      const installations = valueAt(listed, 'installations');
      if (!Array.isArray(installations) || installations.length === 0) break;
      if (installations.some((installation) => answerText(installation, 'id') === id)) return;
    }
    throw new ConnectRefused('Your account at GitHub has no access to this installation.');
  }

  private ask(
    { headers }: InstallDescription,
    call: DescribedCall,
    values: Record<string, string>,
    bearer: string,
  ): Promise<unknown> {
    return this.send({ ...call, headers, auth: 'bearer' }, { ...values, access_token: bearer });
  }

  private async send(call: DescribedCall, values: Record<string, string>): Promise<unknown> {
    const ready = readyRequest(call, values);
    if (ready === null) throw new ConnectRefused('A value of the GitHub App cannot be sent.');
    const answer = await this.calls.send({ ...ready, milliseconds: CALL_MS }).catch((cause: unknown) => {
      if (!(cause instanceof ProviderUnreachable)) throw cause;
      throw new ConnectRefused('GitHub could not be reached.', { cause });
    });
    if (answer.status < 200 || answer.status > 299)
      throw new ConnectRefused('GitHub does not know this installation of the app.');
    return answer.json;
  }
}

async function appJwt({ appId = '', privateKey = '' }: Readonly<Record<string, string>>): Promise<string> {
  try {
    return await githubAppJwt(appId, privateKey);
  } catch (cause) {
    if (cause instanceof UnusableKeyError) throw new ConnectRefused(cause.message, { cause });
    throw cause;
  }
}

function requireRecent(account: unknown, savedSince: Date | null): void {
  if (savedSince === null) return;
  const saved = new Date(answerText(account, 'updated_at') || answerText(account, 'created_at'));
  if (saved.getTime() >= savedSince.getTime() - SKEW_MS) return;
  throw new ConnectRefused(
    'Save the installation at GitHub once more, so that it is clear that it is yours.',
  );
}

function permissionsOf(granted: unknown): [string, string][] {
  const permissions = valueAt(granted, 'permissions');
  if (typeof permissions !== 'object' || permissions === null) return [];
  return Object.keys(permissions)
    .slice(0, MAX_PERMISSIONS)
    .map((name): [string, string] => [name.slice(0, 100), answerText(permissions, name).slice(0, 100)])
    .filter(([, level]) => level !== '');
}

function metadataOf(
  id: string,
  account: unknown,
  granted: unknown,
  listed: unknown,
): Record<string, unknown> {
  const login = answerText(account, 'account.login').slice(0, 100);
  const accountType = answerText(account, 'account.type').slice(0, 100);
  const selection =
    answerText(account, 'repository_selection') || answerText(granted, 'repository_selection');
  const all = selection === 'all';
  const repos = repositoryNames(listed);
  const place =
    accountType === 'Organization' ? `organizations/${encodeURIComponent(login)}/settings` : 'settings';
  return {
    username: login,
    accountType,
    avatarUrl: answerText(account, 'account.avatar_url').slice(0, 2_048),
    installationId: id,
    manageUrl: `https://github.com/${place}/installations/${id}`,
    repositorySelection: all ? 'all' : 'selected',
    repos,
    tags: all ? ['All repositories'] : repos.map((name) => name.split('/')[1] ?? name),
    permissions: Object.fromEntries(permissionsOf(granted)),
  };
}

function repositoryNames(listed: unknown): string[] {
  const repositories = valueAt(listed, 'repositories');
  if (!Array.isArray(repositories)) return [];
  return repositories
    .slice(0, KEPT_REPOSITORIES)
    .map((repository) => answerText(repository, 'full_name').slice(0, 400))
    .filter((name) => name !== '');
}
