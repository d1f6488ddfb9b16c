import { Module } from '@nestjs/common';
import { OperatorFrameController } from './operator-frame.controller.js';

@Module({ controllers: [OperatorFrameController] })
export class OperatorModule {}
