import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PublicUrls } from '../../../../../kernel/http/public-urls.js';
import type { SsoRefusalCode } from './sso-refused.js';

/** Where people go who are not signed in, or not any more (01 §25). */
@Injectable()
export class LoginPage {
  constructor(private readonly urls: PublicUrls) {}

  url(request: FastifyRequest): string {
    return `${this.urls.dashboard(request)}/auth/login`;
  }

  failTo(request: FastifyRequest, code: SsoRefusalCode): string {
    return `${this.url(request)}?error=${code}`;
  }
}
