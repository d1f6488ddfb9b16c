import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiQuery } from '@nestjs/swagger';
import { TakesLargeBody } from '../../../../kernel/http/body/raw-body.decorator.js';
import { ASKED_INTEGER, SEARCH_BODY, SORT_ORDER } from './openapi-bodies.js';

const asked = (name: string, description: string, schema: object = { type: 'string' }): MethodDecorator =>
  ApiQuery({ name, description, required: false, schema });

const PROJECTION = [
  asked('attributes', 'Attributes to include, separated by commas; id and schemas are always included'),
  asked(
    'excludedAttributes',
    'Attributes to exclude, separated by commas; cannot be combined with attributes',
  ),
];

/** What a request that answers one resource may ask for (05 §10.4). */
export const ProjectionQuery = (): MethodDecorator => applyDecorators(...PROJECTION);

/** What a list may be asked for (05 §10.4). */
export const ListQuery = (): MethodDecorator =>
  applyDecorators(
    asked('filter', 'Filter of RFC 7644, section 3.4.2.2'),
    asked('startIndex', 'First result of the page, from 1', ASKED_INTEGER),
    asked('count', 'Results in a page, at most 500', ASKED_INTEGER),
    asked('sortBy', 'Attribute to sort by; default: the time of creation'),
    asked('sortOrder', 'ascending or descending', { type: 'string', pattern: SORT_ORDER }),
    ...PROJECTION,
  );

/** A request with a body of this shape that answers one resource. */
export const ScimWrite = (schema: Record<string, unknown>): MethodDecorator =>
  applyDecorators(TakesLargeBody(), ProjectionQuery(), ApiBody({ schema }));

/** A list whose parameters come as a body. */
export const ScimSearch = (): MethodDecorator =>
  applyDecorators(TakesLargeBody(), ApiBody({ schema: SEARCH_BODY }));
