import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { ConnectionStore } from '../connections/connection-store.js';
import type {
  RepositoriesQuery,
  RepositoriesResponse,
  RepositoryResponse,
} from './dto/resource-browsing.dto.js';
import { type Fields, inTurns, listIn, type ProviderSession, textIn } from './provider-session.js';

const LIST = 'https://api.github.com/installation/repositories';
const HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
const MOST = 1_000;
/** What GitHub says of a repository has some 6 KB; a page stays far below the size of an answer. */
const PER_CALL = 50;
const AT_ONCE = 4;

/** Repositories of an installation of a GitHub App. */
@Injectable()
export class InstallationRepositories {
  constructor(
    private readonly db: Database,
    private readonly store: ConnectionStore,
  ) {}

  /** The names are kept with the connection: what a scope may name is judged by them (02 §14.1.3). */
  async list(
    session: ProviderSession,
    { page = 1, perPage = 100, q = '' }: Pick<RepositoriesQuery, 'page' | 'perPage' | 'q'>,
  ): Promise<RepositoriesResponse> {
    const all = await this.all(session);
    const names = all.map(({ fullName }) => fullName);
    await this.db.tx((tx) => this.store.noteRepositories(tx, session.connectionId, names));
    const wanted = q.toLowerCase();
    const matching = all.filter(({ fullName }) => fullName.toLowerCase().includes(wanted));
    const from = (page - 1) * perPage;
    return { repositories: matching.slice(from, from + perPage), total: matching.length, page, perPage };
  }

  private async all(session: ProviderSession): Promise<RepositoryResponse[]> {
    const first = await ask(session, 1);
    const total = Math.min(Number(first['total_count'] ?? 0), MOST);
    const further = Array.from({ length: Math.ceil(total / PER_CALL) - 1 }, (_, at) => at + 2);
    const rest = await inTurns(further, AT_ONCE, (number) => ask(session, number));
    return [first, ...rest]
      .flatMap((answer) => listIn(answer, 'repositories').map(repositoryOf))
      .slice(0, MOST);
  }
}

function ask(session: ProviderSession, page: number): Promise<Fields> {
  return session.require(new URL(`${LIST}?per_page=${PER_CALL}&page=${page}`), { headers: HEADERS });
}

function repositoryOf(repository: Fields): RepositoryResponse {
  return {
    fullName: textIn(repository, 'full_name'),
    private: repository['private'] === true,
    defaultBranch: textIn(repository, 'default_branch'),
  };
}
