import { Injectable } from '@nestjs/common';
import { BrowserSecret } from '../../../kernel/access/client/browser-secret.js';
import { Configuration } from '../../../kernel/config/configuration.js';

const NAME = 'cg_sign_in';

/** Ties a sign-in to the browser that began it. */
@Injectable()
export class FlowCookies extends BrowserSecret {
  constructor(configuration: Configuration) {
    const secure = configuration.apiUrl.startsWith('https:');
    // The prefix keeps other hosts of the domain from planting a cookie of their choice.
    super({ name: secure ? `__Host-${NAME}` : NAME, path: '/', secure });
  }
}
