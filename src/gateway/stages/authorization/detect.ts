import { Injectable } from '@nestjs/common';
import { AppCatalog } from '../../../modules/foundation/app-catalog/catalog.js';
import type { Admitted } from '../../exchange/progress.js';
import type { Step } from '../../exchange/steps.js';

/** `detect` of 06 §19: the app that host and path belong to. */
@Injectable()
export class DetectStep implements Step<Admitted> {
  readonly name = 'detect';

  constructor(private readonly catalog: AppCatalog) {}

  run(state: Admitted): null {
    state.provider = this.catalog.detect(state.host, state.path, state.canonicalPath);
    return null;
  }
}
