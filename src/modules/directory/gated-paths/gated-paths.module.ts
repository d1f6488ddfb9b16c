import { Module } from '@nestjs/common';
import { GatedPathsController } from './gated-paths.controller.js';

@Module({ controllers: [GatedPathsController] })
export class GatedPathsModule {}
