import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExportMetrics } from './export-metrics.js';
import { ExportOutboxEntity } from './export-outbox.entity.js';
import { ExportSinkEntity } from './export-sink.entity.js';
import { Exporter } from './exporter.js';
import { OutboxQueue } from './outbox-queue.js';

@Module({
  imports: [TypeOrmModule.forFeature([ExportOutboxEntity, ExportSinkEntity])],
  providers: [ExportMetrics, OutboxQueue, Exporter],
})
export class EventExportModule {}
