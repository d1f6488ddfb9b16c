import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];

/** Operations that no handler serves: traffic of agents, metrics. */
@Injectable()
export class OpenApiContributions {
  private readonly paths: Record<string, PathItem> = {};

  /** To be called in a constructor: the document can be asked of an application that is never started. */
  register(paths: Readonly<Record<string, PathItem>>): void {
    Object.assign(this.paths, paths);
  }

  addTo(document: OpenAPIObject): void {
    Object.assign(document.paths, structuredClone(this.paths));
  }
}
