import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * What the handlers of this origin do not tell by themselves: operations of the gateway's own origin, and the
 * origins of an operation that both answer. Where a handler exists its own description holds.
 */
@Injectable()
export class OpenApiContributions {
  private readonly paths: Record<string, PathItem> = {};

  /** To be called in a constructor: the document can be asked of an application that is never started. */
  register(paths: Readonly<Record<string, PathItem>>): void {
    for (const [path, item] of Object.entries(paths)) this.paths[path] = { ...this.paths[path], ...item };
  }

  addTo(document: OpenAPIObject): void {
    for (const [path, contributed] of Object.entries(structuredClone(this.paths))) {
      const described = document.paths[path] ?? {};
      for (const method of METHODS) {
        const operation = contributed[method];
        if (operation) described[method] = { ...operation, ...described[method] };
      }
      document.paths[path] = described;
    }
  }
}
