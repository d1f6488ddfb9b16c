import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GROUP_ATTRIBUTES } from '../../../../domain/scim/filter-attributes.js';
import type { Projection } from '../../../../domain/scim/projection.js';
import type { ScimCaller } from '../../../../kernel/access/caller.js';
import { CurrentCaller } from '../../../../kernel/access/current-caller.decorator.js';
import { Operation } from '../../../../kernel/http/operation.decorator.js';
import { TakesLargeBody } from '../../../../kernel/http/raw-body.decorator.js';
import { ListQuery, ProjectionQuery } from '../documented-queries.js';
import { readListRequest, readProjection } from '../list-request.js';
import { listResponse, type ListResponse } from '../list-response.js';
import { readMessage } from '../message.js';
import { GROUP_BODY, PATCH_BODY, SCIM_RESPONSE, SEARCH_BODY } from '../openapi-bodies.js';
import { ResourceAddress } from '../resource-address.js';
import { ScimEndpoint } from '../scim-endpoint.js';
import { scimErrors } from '../scim.errors.js';
import { SORTABLE_GROUPS } from './group-columns.js';
import { presentScimGroup } from './group.view.js';
import { type ScimGroupRow, ScimGroupQueries } from './scim-group-queries.js';
import { ScimGroups } from './scim-groups.service.js';

const TAKEN = [scimErrors.scim_group_exists, scimErrors.scim_group_external_id_taken];

/** `/Groups` of RFC 7644 §3 (05 §10.7). */
@Controller('scim/v2/Groups')
@ApiTags('SCIM')
@ScimEndpoint()
export class ScimGroupsController {
  constructor(
    private readonly groups: ScimGroups,
    private readonly queries: ScimGroupQueries,
    private readonly address: ResourceAddress,
  ) {}

  @Get()
  @ListQuery()
  @Operation({
    summary: 'Groups the directory keeps',
    description:
      'Answers a page of the groups directories made here. Groups of administrators are not among them. A page ends sooner where its groups have very many members.',
    response: SCIM_RESPONSE.groups,
    errors: [scimErrors.scim_invalid_filter],
  })
  scimListGroups(
    @CurrentCaller() caller: ScimCaller,
    @Query() query: object,
    @Req() request: FastifyRequest,
  ): Promise<ListResponse> {
    return this.list(caller, query, request);
  }

  @Post('.search')
  @TakesLargeBody()
  @ApiBody({ schema: SEARCH_BODY })
  @Operation({
    summary: 'The same list, asked for by a body',
    description: 'Takes the parameters of a list of groups as a JSON body, for filters too long for a URL.',
    success: 200,
    response: SCIM_RESPONSE.groups,
    errors: [scimErrors.scim_invalid_filter],
  })
  scimSearchGroups(
    @CurrentCaller() caller: ScimCaller,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
  ): Promise<ListResponse> {
    return this.list(caller, readMessage(body), request);
  }

  @Post()
  @TakesLargeBody()
  @ProjectionQuery()
  @ApiBody({ schema: GROUP_BODY })
  @Operation({
    summary: 'Make a group',
    description:
      'Makes a group that belongs to the directory, with the members it names. No other group of the organization may have its name.',
    success: 201,
    response: SCIM_RESPONSE.group,
    errors: [...TAKEN, scimErrors.scim_invalid_value],
  })
  async scimCreateGroup(
    @CurrentCaller() caller: ScimCaller,
    @Body() body: unknown,
    @Query() query: object,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const projection = readProjection(query);
    const row = await this.groups.create(caller, readMessage(body));
    return this.present(row, projection, request, reply);
  }

  @Get(':id')
  @ProjectionQuery()
  @Operation({
    summary: 'A group with its members',
    description:
      'Answers the group with everybody in it, or without members where they are excluded, which is much cheaper for large groups.',
    response: SCIM_RESPONSE.group,
    errors: [scimErrors.scim_group_not_found],
  })
  async scimGetGroup(
    @CurrentCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Query() query: object,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const projection = readProjection(query);
    const row = await this.queries.find(caller.organizationId, id);
    return this.present(row, projection, request, reply);
  }

  @Put(':id')
  @TakesLargeBody()
  @ProjectionQuery()
  @ApiBody({ schema: GROUP_BODY })
  @Operation({
    summary: 'Write a group anew',
    description: 'Members that are there replace all; without members they stay as they are.',
    response: SCIM_RESPONSE.group,
    errors: [...TAKEN, scimErrors.scim_group_not_found],
  })
  async scimReplaceGroup(
    @CurrentCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: object,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const projection = readProjection(query);
    const row = await this.groups.replace(caller, id, readMessage(body));
    return this.present(row, projection, request, reply);
  }

  @Patch(':id')
  @TakesLargeBody()
  @ProjectionQuery()
  @ApiBody({ schema: PATCH_BODY })
  @Operation({
    summary: 'Change a group, all operations or none',
    description:
      'Puts members in, takes them out and renames in the order of the operations. An id that is no member of the organization refuses all of them.',
    response: SCIM_RESPONSE.group,
    errors: [...TAKEN, scimErrors.scim_group_not_found],
  })
  async scimPatchGroup(
    @CurrentCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: object,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const projection = readProjection(query);
    const row = await this.groups.patch(caller, id, readMessage(body));
    return this.present(row, projection, request, reply);
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete a group',
    description: 'What it gave its members ends with it; rules that named nobody else are switched off.',
    errors: [scimErrors.scim_group_not_found],
  })
  scimDeleteGroup(@CurrentCaller() caller: ScimCaller, @Param('id') id: string): Promise<void> {
    return this.groups.delete(caller, id);
  }

  private async list(caller: ScimCaller, asked: object, request: FastifyRequest): Promise<ListResponse> {
    const wanted = readListRequest(asked, GROUP_ATTRIBUTES, SORTABLE_GROUPS);
    const { rows, total } = await this.queries.list(caller.organizationId, wanted);
    const members = wanted.projection.shows('members')
      ? await this.queries.membersOf(rows.map(({ id }) => id))
      : null;
    const base = this.address.base(request);
    const resources = rows.map((row) =>
      wanted.projection.apply(presentScimGroup(row, members?.get(row.id) ?? null, base)),
    );
    return listResponse(resources, total, wanted.startIndex);
  }

  private async present(
    row: ScimGroupRow,
    projection: Projection,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<object> {
    const members = projection.shows('members') ? await this.queries.membersOf([row.id]) : null;
    const group = presentScimGroup(row, members?.get(row.id) ?? null, this.address.base(request));
    this.address.announce(reply, group);
    return projection.apply(group);
  }
}
