import { Injectable } from '@nestjs/common';
import { AppHostIndex, type AppHosts, detectProvider } from '../../../domain/decision/catalog/app-hosts.js';
import { CatalogSurfaces } from '../../../domain/decision/catalog/catalog-surfaces.js';
import { InjectRules } from '../../../domain/decision/catalog/inject-rules.js';
import type {
  CatalogApp,
  CatalogTool,
  PermissionDefinition,
} from '../../../domain/decision/catalog/model/model.js';
import { permissionDefinition } from '../../../domain/decision/catalog/permission-definition.js';
import { canonicalPath } from '../../../domain/decision/matching/canonical-path.js';
import type { AppSurfaces } from '../../../domain/decision/catalog/app-surfaces.js';
import { readCatalog, shippedAppIds } from './catalog-files.js';

const NO_TOOLS: readonly CatalogTool[] = Object.freeze([]);

/**
 * The app catalogue of contract 03: which apps there are, the hosts they are recognised by and their tools. Read
 * once from `config/apps` and the operator's own folder; a catalogue with faults stops the boot. Immutable, so one
 * serves the whole process.
 */
@Injectable()
export class AppCatalog {
  /** By `listOrder`. */
  readonly all: readonly CatalogApp[];
  /** Where rules on apps and connections match; what `compilePolicy` asks. */
  readonly surfaces: AppSurfaces;
  /** Which apps are on a host; what the choice of a connection asks. */
  readonly hosts: AppHosts;
  /** What an app's credential is written as on a host. */
  readonly injectRules: InjectRules;
  private readonly byId: ReadonlyMap<string, CatalogApp>;

  constructor(furtherFolder: string | null = null) {
    this.all = readCatalog(furtherFolder);
    this.byId = new Map(this.all.map((app) => [app.id, app]));
    this.surfaces = new CatalogSurfaces(this.all);
    this.hosts = new AppHostIndex(this.all);
    this.injectRules = new InjectRules(this.all);
  }

  find(provider: string): CatalogApp | null {
    return this.byId.get(provider) ?? null;
  }

  /** What people call the app; its id when it is unknown, as after an app was taken out of the catalogue. */
  nameOf(provider: string): string {
    return this.byId.get(provider)?.name ?? provider;
  }

  /** The app a request is about (06 §10.2); `host` normalised, `path` without query. */
  detect(host: string, path: string, canonical = canonicalPath(path)): string | null {
    return detectProvider(this.hosts.on(host), path, canonical);
  }

  /** Whether the gateway answers this token endpoint in the provider's place for an account of the app (03 §12.9). */
  answersTokens(provider: string, host: string, path: string): boolean {
    const hosts = this.find(provider)?.hosts ?? [];
    return hosts.some(
      (entry) =>
        entry.inject?.type === 'token_response' &&
        entry.host === host &&
        path.startsWith(entry.pathPrefix ?? ''),
    );
  }

  /** Concrete tools and group wildcards, read group first; empty for an unknown app. */
  tools(provider: string): readonly CatalogTool[] {
    return this.byId.get(provider)?.tools ?? NO_TOOLS;
  }

  hasTools(provider: string): boolean {
    return this.tools(provider).length > 0;
  }

  /** Whether an organization rule may name the tool: a concrete one or a group wildcard. */
  isKnownTool(provider: string, toolId: string): boolean {
    return this.tools(provider).some((tool) => tool.id === toolId);
  }

  /** The tools a grant may name (02 §5.2.2): no wildcard. */
  concreteTools(provider: string): readonly CatalogTool[] {
    return this.tools(provider).filter((tool) => !tool.wildcard);
  }

  /** Null for an unknown app and for one without tools. */
  permissionDefinition(provider: string): PermissionDefinition | null {
    const app = this.find(provider);
    return app === null ? null : permissionDefinition(app);
  }
}

/** For the API description, which is of the shipped server; unknown ones are refused by who looks them up. */
export const APP_IDS: readonly string[] = shippedAppIds();
