import { Global, Module } from '@nestjs/common';
import { DeploymentKeys } from './deployment-keys.js';
import { SecretBox } from './secret-box.js';

@Global()
@Module({ providers: [DeploymentKeys, SecretBox], exports: [DeploymentKeys, SecretBox] })
export class CryptoModule {}
