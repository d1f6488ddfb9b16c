import { Module } from '@nestjs/common';
import { KeyPresence } from './key-presence.js';

@Module({ providers: [KeyPresence] })
export class KeyRotationModule {}
