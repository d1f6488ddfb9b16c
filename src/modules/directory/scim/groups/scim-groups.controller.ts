import { Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GROUP_ATTRIBUTES } from '../../../../domain/protocols/scim/filters/filter-attributes.js';
import type { Projection } from '../../../../domain/protocols/scim/projection.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { ListQuery, ProjectionQuery, ScimSearch, ScimWrite } from '../protocol/documented-requests.js';
import { readListRequest } from '../protocol/list-request.js';
import { listResponse, type ListResponse } from '../protocol/list-response.js';
import { GROUP_BODY, PATCH_BODY, SCIM_RESPONSE } from '../protocol/openapi-bodies.js';
import { CurrentCall, Message, ScimCall } from '../protocol/scim-call.js';
import { ScimEndpoint } from '../protocol/scim-endpoint.js';
import { scimErrors } from '../protocol/scim.errors.js';
import { SORTABLE_GROUPS } from './group-columns.js';
import { presentScimGroup, type ScimGroup } from './group.view.js';
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
  ) {}

  @Get()
  @ListQuery()
  @Operation({
    summary: 'List the groups of the directory',
    description:
      'Returns a page of the groups that directories created here. Groups created by administrators ' +
      'are not included. A page is shorter if its groups have very many members.',
    response: SCIM_RESPONSE.groups,
    errors: [scimErrors.scim_invalid_filter, scimErrors.scim_search_too_long],
  })
  scimListGroups(@CurrentCall() call: ScimCall, @Query() query: object): Promise<ListResponse> {
    return this.list(call, query);
  }

  @Post('.search')
  @ScimSearch()
  @Operation({
    summary: 'Search with the parameters in the body',
    description: 'Takes the parameters of a list of groups as a JSON body, for filters too long for a URL.',
    success: 200,
    response: SCIM_RESPONSE.groups,
    errors: [scimErrors.scim_invalid_filter, scimErrors.scim_search_too_long],
  })
  scimSearchGroups(@CurrentCall() call: ScimCall, @Message() body: object): Promise<ListResponse> {
    return this.list(call, body);
  }

  @Post()
  @ScimWrite(GROUP_BODY)
  @Operation({
    summary: 'Create a group',
    description:
      'Creates a group that belongs to the directory, with the given members. Its name must be unique ' +
      'in the organization.',
    success: 201,
    response: SCIM_RESPONSE.group,
    errors: [...TAKEN, scimErrors.scim_invalid_value],
  })
  async scimCreateGroup(@CurrentCall() call: ScimCall, @Message() body: object): Promise<object> {
    return this.answer(call, await this.groups.create(call.caller, body));
  }

  @Get(':id')
  @ProjectionQuery()
  @Operation({
    summary: 'Get a group with its members',
    description:
      'Returns the group with all its members. Excluding the members is much faster for large groups.',
    response: SCIM_RESPONSE.group,
    errors: [scimErrors.scim_group_not_found],
  })
  async scimGetGroup(@CurrentCall() call: ScimCall, @Param('id') id: string): Promise<object> {
    return this.answer(call, await this.queries.find(call.caller.organizationId, id));
  }

  @Put(':id')
  @ScimWrite(GROUP_BODY)
  @Operation({
    summary: 'Replace a group',
    description: 'Members in the body replace all members. Without members in the body they do not change.',
    response: SCIM_RESPONSE.group,
    errors: [...TAKEN, scimErrors.scim_group_not_found],
  })
  async scimReplaceGroup(
    @CurrentCall() call: ScimCall,
    @Param('id') id: string,
    @Message() body: object,
  ): Promise<object> {
    return this.answer(call, await this.groups.replace(call.caller, id, body));
  }

  @Patch(':id')
  @ScimWrite(PATCH_BODY)
  @Operation({
    summary: 'Change a group; all operations or none',
    description:
      'Adds members, removes members and renames the group in the order of the operations. An id that ' +
      'is not a member of the organization refuses all operations.',
    response: SCIM_RESPONSE.group,
    errors: [...TAKEN, scimErrors.scim_group_not_found],
  })
  async scimPatchGroup(
    @CurrentCall() call: ScimCall,
    @Param('id') id: string,
    @Message() body: object,
  ): Promise<object> {
    return this.answer(call, await this.groups.patch(call.caller, id, body));
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete a group',
    description: 'Everything the group gave its members ends. Rules that named only this group are disabled.',
    errors: [scimErrors.scim_group_not_found],
  })
  scimDeleteGroup(@CurrentCall() { caller }: ScimCall, @Param('id') id: string): Promise<void> {
    return this.groups.delete(caller, id);
  }

  private async list({ caller, base }: ScimCall, asked: object): Promise<ListResponse> {
    const wanted = readListRequest(asked, GROUP_ATTRIBUTES, SORTABLE_GROUPS);
    const { rows, total } = await this.queries.list(caller.organizationId, wanted);
    const groups = await this.shown(rows, wanted.projection, base);
    return listResponse(
      groups.map((group) => wanted.projection.apply(group)),
      total,
      wanted.startIndex,
    );
  }

  private async answer(call: ScimCall, row: ScimGroupRow): Promise<object> {
    const [group] = await this.shown([row], call.projection, call.base);
    return call.answer(group!);
  }

  /** Members are looked up only where they are shown. */
  private async shown(
    rows: readonly ScimGroupRow[],
    projection: Projection,
    base: string,
  ): Promise<ScimGroup[]> {
    const ids = rows.map(({ id }) => id);
    const members = projection.shows('members') ? await this.queries.membersOf(ids) : null;
    return rows.map((row) => presentScimGroup(row, members?.get(row.id) ?? null, base));
  }
}
