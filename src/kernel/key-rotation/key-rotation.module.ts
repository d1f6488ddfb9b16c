import { Module } from '@nestjs/common';
import { KeyPresence } from './key-presence.js';
import { KeyProof } from './key-proof.js';

@Module({ providers: [KeyPresence, KeyProof] })
export class KeyRotationModule {}
