import { Global, Module } from '@nestjs/common';
import { DeploymentKeys } from './deployment-keys.js';
import { ModelCallMarks } from './model-call-marks.js';
import { SecretBox } from './secret-box.js';

@Global()
@Module({
  providers: [DeploymentKeys, ModelCallMarks, SecretBox],
  exports: [DeploymentKeys, ModelCallMarks, SecretBox],
})
export class CryptoModule {}
