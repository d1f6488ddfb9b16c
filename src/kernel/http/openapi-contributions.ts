import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];

/** Paths that no management controller serves, registered by who does (the gateway's own origin). */
@Injectable()
export class OpenApiContributions {
  private readonly paths: Record<string, PathItem> = {};

  register(paths: Readonly<Record<string, PathItem>>): void {
    Object.assign(this.paths, paths);
  }

  addTo(document: OpenAPIObject): void {
    for (const [path, item] of Object.entries(this.paths)) {
      document.paths[path] = { ...document.paths[path], ...structuredClone(item) };
    }
  }
}
