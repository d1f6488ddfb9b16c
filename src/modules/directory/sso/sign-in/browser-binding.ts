import { Injectable } from '@nestjs/common';
import { BrowserSecret } from '../../../../kernel/access/client/browser-secret.js';
import { Configuration } from '../../../../kernel/config/configuration.js';

/** The cookie that ties a transaction to the browser that began it (05 §8.6 rule 2). */
@Injectable()
export class BrowserBinding extends BrowserSecret {
  constructor(configuration: Configuration) {
    super({
      name: 'cg_sso',
      path: '/v1/auth/sso',
      secure: configuration.apiUrl.startsWith('https:'),
    });
  }
}
