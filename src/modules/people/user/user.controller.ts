import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import {
  type Caller,
  type WorkspaceCaller,
  CurrentCaller,
} from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { ApiKeyResponse, UpdatedUserResponse, UpdateUserRequest, UserResponse } from './dto/user.dto.js';
import { UserService } from './user.service.js';
import { userErrors } from './user.errors.js';

@Controller('v1/user')
@ApiTags('User')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'person' })
export class UserController {
  constructor(private readonly users: UserService) {}

  @Get()
  @Operation({
    summary: 'Get the person behind the credential',
    description:
      'Works with every credential of a person, also without a workspace. Clients use it to check ' +
      'whether a key is valid.',
    response: UserResponse,
    errors: [userErrors.user_not_found],
  })
  getUser(@CurrentCaller() caller: Caller): Promise<UserResponse> {
    return this.users.get(caller);
  }

  @Patch()
  @Operation({
    summary: 'Change your display name',
    description: 'Changes the name that other people see. The e-mail address cannot be changed here.',
    response: UpdatedUserResponse,
    errors: [userErrors.user_not_found],
  })
  updateUser(@CurrentCaller() caller: Caller, @Body() body: UpdateUserRequest): Promise<UpdatedUserResponse> {
    return this.users.rename(caller, body.name);
  }

  @Get('api-key')
  @Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization', needsWorkspace: true })
  @Operation({
    summary: 'Get your API key for the workspace',
    description:
      'Your own key for the workspace, the same on every call. The first call creates it. The key of ' +
      'another person cannot be read.',
    response: ApiKeyResponse,
    showsCredential: true,
  })
  async getApiKey(@CurrentCaller() caller: WorkspaceCaller): Promise<ApiKeyResponse> {
    return { apiKey: await this.users.apiKey(caller) };
  }

  @Post('api-key/regenerate')
  @Access({ as: ['workspace-key', 'org-key', 'session'], level: 'organization', needsWorkspace: true })
  @Operation({
    summary: 'Replace your API key for the workspace',
    description:
      'Creates a new key of yours for the workspace. The old key stops working immediately, also if it ' +
      'was the credential of this request.',
    response: ApiKeyResponse,
    showsCredential: true,
  })
  async regenerateApiKey(@CurrentCaller() caller: WorkspaceCaller): Promise<ApiKeyResponse> {
    return { apiKey: await this.users.regenerateApiKey(caller) };
  }
}
