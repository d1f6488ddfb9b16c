import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { listResponse, type ListResponse } from '../protocol/list-response.js';
import { SCIM_RESPONSE } from '../protocol/openapi-bodies.js';
import { announce, ScimBase } from '../protocol/scim-call.js';
import { ScimEndpoint } from '../protocol/scim-endpoint.js';
import { scimErrors } from '../protocol/scim.errors.js';
import {
  type ScimDiscoveryDocument,
  resourceTypes,
  schemas,
  serviceProviderConfig,
} from './discovery-documents.js';

const ERRORS = [scimErrors.scim_discovery_filter];

/** What this service can do, for whoever connects to it (RFC 7644 §4, 05 §10.8). */
@Controller('scim/v2')
@ApiTags('SCIM')
@ScimEndpoint()
export class ScimDiscoveryController {
  @Get('ServiceProviderConfig')
  @Operation({
    summary: 'Get the capabilities of the service',
    description:
      'Returns the parts of RFC 7644 that are supported, the page limit and the authentication scheme.',
    response: SCIM_RESPONSE.document,
    errors: ERRORS,
  })
  scimServiceProviderConfig(
    @Query() query: object,
    @ScimBase() base: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): ScimDiscoveryDocument {
    return single(query, serviceProviderConfig(base), reply);
  }

  @Get('ResourceTypes')
  @Operation({
    summary: 'List the resource types',
    description: 'Lists the two resource types, users and groups, with their endpoints and schemas.',
    response: SCIM_RESPONSE.documents,
    errors: ERRORS,
  })
  scimListResourceTypes(@Query() query: object, @ScimBase() base: string): ListResponse {
    return listed(query, resourceTypes(base));
  }

  @Get('ResourceTypes/:id')
  @Operation({
    summary: 'Get a resource type',
    description: 'Returns one resource type by its name.',
    response: SCIM_RESPONSE.document,
    errors: [...ERRORS, scimErrors.scim_unknown_document],
  })
  scimGetResourceType(
    @Param('id') id: string,
    @Query() query: object,
    @ScimBase() base: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): ScimDiscoveryDocument {
    return single(query, named(id, resourceTypes(base)), reply);
  }

  @Get('Schemas')
  @Operation({
    summary: 'List the schemas',
    description:
      'Lists the schemas of users and groups with the characteristics of every supported attribute.',
    response: SCIM_RESPONSE.documents,
    errors: ERRORS,
  })
  scimListSchemas(@Query() query: object, @ScimBase() base: string): ListResponse {
    return listed(query, schemas(base));
  }

  @Get('Schemas/:id')
  @Operation({
    summary: 'Get a schema',
    description: 'Returns one schema by its URN, with the same characteristics as the list.',
    response: SCIM_RESPONSE.document,
    errors: [...ERRORS, scimErrors.scim_unknown_document],
  })
  scimGetSchema(
    @Param('id') id: string,
    @Query() query: object,
    @ScimBase() base: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): ScimDiscoveryDocument {
    return single(query, named(id, schemas(base)), reply);
  }
}

function single(query: object, document: ScimDiscoveryDocument, reply: FastifyReply): ScimDiscoveryDocument {
  requireUnfiltered(query);
  announce(reply, document);
  return document;
}

function listed(query: object, documents: ScimDiscoveryDocument[]): ListResponse {
  requireUnfiltered(query);
  return listResponse(documents, documents.length);
}

/** RFC 7644 §4. */
function requireUnfiltered(query: object): void {
  if (Object.keys(query).some((name) => name.toLowerCase() === 'filter'))
    throw new AppError(scimErrors.scim_discovery_filter);
}

function named(id: string, documents: readonly ScimDiscoveryDocument[]): ScimDiscoveryDocument {
  const document = documents.find((known) => known.id?.toLowerCase() === id.toLowerCase());
  if (document === undefined) throw new AppError(scimErrors.scim_unknown_document);
  return document;
}
