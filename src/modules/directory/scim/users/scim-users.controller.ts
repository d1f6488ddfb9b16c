import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { USER_ATTRIBUTES } from '../../../../domain/scim/filter-attributes.js';
import type { ScimCaller } from '../../../../kernel/access/caller.js';
import { CurrentCaller } from '../../../../kernel/access/current-caller.decorator.js';
import { TakesLargeBody } from '../../../../kernel/http/raw-body.decorator.js';
import { Operation } from '../../../../kernel/http/operation.decorator.js';
import { ListQuery, ProjectionQuery } from '../documented-queries.js';
import { readListRequest, readProjection } from '../list-request.js';
import { listResponse, type ListResponse } from '../list-response.js';
import { readMessage } from '../message.js';
import { PATCH_BODY, SCIM_RESPONSE, SEARCH_BODY, USER_BODY } from '../openapi-bodies.js';
import { ResourceAddress } from '../resource-address.js';
import { ScimEndpoint } from '../scim-endpoint.js';
import { scimErrors } from '../scim.errors.js';
import { ScimUsers } from './scim-users.service.js';
import { SORTABLE_USERS } from './user-columns.js';
import { type ScimUserRow, ScimUserQueries } from './user-queries.js';
import { presentScimUser } from './user.view.js';

const WRITE_ERRORS = [
  scimErrors.scim_user_not_found,
  scimErrors.scim_owner_is_protected,
  scimErrors.scim_user_name_taken,
  scimErrors.scim_user_external_id_taken,
];

/** `/Users` of RFC 7644 §3 (05 §10.6). */
@Controller('scim/v2/Users')
@ApiTags('SCIM')
@ScimEndpoint()
export class ScimUsersController {
  constructor(
    private readonly users: ScimUsers,
    private readonly queries: ScimUserQueries,
    private readonly address: ResourceAddress,
  ) {}

  @Get()
  @ListQuery()
  @Operation({
    summary: 'People of the organization, as a directory sees them',
    description:
      'Answers a page of members, suspended ones included, in the order of their joining or sorted as asked for. A filter that matches nobody is an empty page.',
    response: SCIM_RESPONSE.users,
    errors: [scimErrors.scim_invalid_filter],
  })
  scimListUsers(
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
    description:
      'Takes the parameters of a list of users as a JSON body, for filters that hold what should not stand in a URL.',
    success: 200,
    response: SCIM_RESPONSE.users,
    errors: [scimErrors.scim_invalid_filter],
  })
  scimSearchUsers(
    @CurrentCaller() caller: ScimCaller,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
  ): Promise<ListResponse> {
    return this.list(caller, readMessage(body), request);
  }

  @Post()
  @TakesLargeBody()
  @ProjectionQuery()
  @ApiBody({ schema: USER_BODY })
  @Operation({
    summary: 'Make somebody a member',
    description:
      'An account that exists joins; otherwise one without any way to sign in is made. Nobody is written to.',
    success: 201,
    response: SCIM_RESPONSE.user,
    errors: [scimErrors.scim_user_exists, scimErrors.scim_user_external_id_taken],
  })
  async scimCreateUser(
    @CurrentCaller() caller: ScimCaller,
    @Body() body: unknown,
    @Query() query: object,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const projection = readProjection(query);
    const row = await this.users.create(caller, readMessage(body));
    return projection.apply(this.present(row, request, reply));
  }

  @Get(':id')
  @ProjectionQuery()
  @Operation({
    summary: 'Somebody, as a directory sees them',
    description:
      'Answers one member under the attributes of the core schema. Whoever is no member, or is of another organization, is not found.',
    response: SCIM_RESPONSE.user,
    errors: [scimErrors.scim_user_not_found],
  })
  async scimGetUser(
    @CurrentCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Query() query: object,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const projection = readProjection(query);
    const row = await this.queries.find(caller.organizationId, id);
    return projection.apply(this.present(row, request, reply));
  }

  @Put(':id')
  @TakesLargeBody()
  @ProjectionQuery()
  @ApiBody({ schema: USER_BODY })
  @Operation({
    summary: 'Write somebody anew',
    description: 'Attributes that are left out stay as they are.',
    response: SCIM_RESPONSE.user,
    errors: WRITE_ERRORS,
  })
  async scimReplaceUser(
    @CurrentCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: object,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const projection = readProjection(query);
    const row = await this.users.replace(caller, id, readMessage(body));
    return projection.apply(this.present(row, request, reply));
  }

  @Patch(':id')
  @TakesLargeBody()
  @ProjectionQuery()
  @ApiBody({ schema: PATCH_BODY })
  @Operation({
    summary: 'Change somebody, all operations or none',
    description:
      'Applies the operations in their order to the member as it is. Attributes this service does not keep are ignored; one refused operation undoes the others.',
    response: SCIM_RESPONSE.user,
    errors: WRITE_ERRORS,
  })
  async scimPatchUser(
    @CurrentCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: object,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const projection = readProjection(query);
    const row = await this.users.patch(caller, id, readMessage(body));
    return projection.apply(this.present(row, request, reply));
  }

  @Delete(':id')
  @Operation({
    summary: 'Suspend somebody',
    description:
      'Access ends at once; account, workspaces and keys stay. Whoever is suspended reads as gone.',
    errors: [scimErrors.scim_user_not_found, scimErrors.scim_owner_is_protected],
  })
  scimDeleteUser(@CurrentCaller() caller: ScimCaller, @Param('id') id: string): Promise<void> {
    return this.users.delete(caller, id);
  }

  private async list(caller: ScimCaller, asked: object, request: FastifyRequest): Promise<ListResponse> {
    const wanted = readListRequest(asked, USER_ATTRIBUTES, SORTABLE_USERS);
    const { rows, total } = await this.queries.list(caller.organizationId, wanted);
    const base = this.address.base(request);
    const resources = rows.map((row) => wanted.projection.apply(presentScimUser(row, base)));
    return listResponse(resources, total, wanted.startIndex);
  }

  private present(row: ScimUserRow, request: FastifyRequest, reply: FastifyReply): object {
    const user = presentScimUser(row, this.address.base(request));
    this.address.announce(reply, user);
    return user;
  }
}
