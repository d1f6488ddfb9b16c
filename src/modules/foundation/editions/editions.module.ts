import { Module } from '@nestjs/common';
import { EditionsService } from './editions.service.js';

@Module({ providers: [EditionsService], exports: [EditionsService] })
export class EditionsModule {}
