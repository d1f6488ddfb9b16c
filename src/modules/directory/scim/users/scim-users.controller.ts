import { Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { USER_ATTRIBUTES } from '../../../../domain/protocols/scim/filters/filter-attributes.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { ListQuery, ProjectionQuery, ScimSearch, ScimWrite } from '../protocol/documented-requests.js';
import { readListRequest } from '../protocol/list-request.js';
import { listResponse, type ListResponse } from '../protocol/list-response.js';
import { PATCH_BODY, SCIM_RESPONSE, USER_BODY } from '../protocol/openapi-bodies.js';
import { CurrentCall, Message, ScimCall } from '../protocol/scim-call.js';
import { ScimEndpoint } from '../protocol/scim-endpoint.js';
import { scimErrors } from '../protocol/scim.errors.js';
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
  ) {}

  @Get()
  @ListQuery()
  @Operation({
    summary: 'List the users of the organization',
    description:
      'Returns a page of members, including suspended ones, in the order in which they joined or ' +
      'sorted as requested. A filter that matches no member returns an empty page.',
    response: SCIM_RESPONSE.users,
    errors: [scimErrors.scim_invalid_filter, scimErrors.scim_search_too_long],
  })
  scimListUsers(@CurrentCall() call: ScimCall, @Query() query: object): Promise<ListResponse> {
    return this.list(call, query);
  }

  @Post('.search')
  @ScimSearch()
  @Operation({
    summary: 'Search with the parameters in the body',
    description:
      'Takes the parameters of a list of users as a JSON body, for filters with values that must not ' +
      'appear in a URL.',
    success: 200,
    response: SCIM_RESPONSE.users,
    errors: [scimErrors.scim_invalid_filter, scimErrors.scim_search_too_long],
  })
  scimSearchUsers(@CurrentCall() call: ScimCall, @Message() body: object): Promise<ListResponse> {
    return this.list(call, body);
  }

  @Post()
  @ScimWrite(USER_BODY)
  @Operation({
    summary: 'Create a user',
    description:
      'An existing account joins the organization. Otherwise an account without any way to sign in is ' +
      'created. The server sends no mail.',
    success: 201,
    response: SCIM_RESPONSE.user,
    errors: [scimErrors.scim_user_exists, scimErrors.scim_user_external_id_taken],
  })
  async scimCreateUser(@CurrentCall() call: ScimCall, @Message() body: object): Promise<object> {
    return this.answer(call, await this.users.create(call.caller, body));
  }

  @Get(':id')
  @ProjectionQuery()
  @Operation({
    summary: 'Get a user',
    description:
      'Returns one member with the attributes of the core schema. A person who is not a member of this ' +
      'organization is not found.',
    response: SCIM_RESPONSE.user,
    errors: [scimErrors.scim_user_not_found],
  })
  async scimGetUser(@CurrentCall() call: ScimCall, @Param('id') id: string): Promise<object> {
    return this.answer(call, await this.queries.find(call.caller.organizationId, id));
  }

  @Put(':id')
  @ScimWrite(USER_BODY)
  @Operation({
    summary: 'Replace a user',
    description: 'Attributes that are not in the body do not change.',
    response: SCIM_RESPONSE.user,
    errors: WRITE_ERRORS,
  })
  async scimReplaceUser(
    @CurrentCall() call: ScimCall,
    @Param('id') id: string,
    @Message() body: object,
  ): Promise<object> {
    return this.answer(call, await this.users.replace(call.caller, id, body));
  }

  @Patch(':id')
  @ScimWrite(PATCH_BODY)
  @Operation({
    summary: 'Change a user; all operations or none',
    description:
      'Applies the operations in order. Attributes that this service does not store are ignored. If ' +
      'one operation is refused, none is applied.',
    response: SCIM_RESPONSE.user,
    errors: WRITE_ERRORS,
  })
  async scimPatchUser(
    @CurrentCall() call: ScimCall,
    @Param('id') id: string,
    @Message() body: object,
  ): Promise<object> {
    return this.answer(call, await this.users.patch(call.caller, id, body));
  }

  @Delete(':id')
  @Operation({
    summary: 'Suspend a user',
    description:
      'Access ends immediately. The account, its workspaces and its keys are kept. A suspended user is ' +
      'not found afterwards.',
    errors: [scimErrors.scim_user_not_found, scimErrors.scim_owner_is_protected],
  })
  scimDeleteUser(@CurrentCall() { caller }: ScimCall, @Param('id') id: string): Promise<void> {
    return this.users.delete(caller, id);
  }

  private async list({ caller, base }: ScimCall, asked: object): Promise<ListResponse> {
    const wanted = readListRequest(asked, USER_ATTRIBUTES, SORTABLE_USERS);
    const { rows, total } = await this.queries.list(caller.organizationId, wanted);
    const resources = rows.map((row) => wanted.projection.apply(presentScimUser(row, base)));
    return listResponse(resources, total, wanted.startIndex);
  }

  private answer(call: ScimCall, row: ScimUserRow): object {
    return call.answer(presentScimUser(row, call.base));
  }
}
