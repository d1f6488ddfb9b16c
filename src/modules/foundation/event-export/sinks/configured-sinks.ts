import type { Configuration } from '../../../../kernel/config/configuration.js';
import { ownRoots, providerDispatcher } from '../../../../kernel/egress/provider-dispatcher.js';
import { BatchLines } from './batch-lines.js';
import { FileSink } from './file-sink.js';
import type { Sink, SinkName } from './sink.js';
import { SyslogSink } from './syslog-sink.js';
import { WebhookSink } from './webhook-sink.js';

/** Which sinks the operator has configured; of none nothing is exported. */
export function sinkNames(configuration: Configuration): SinkName[] {
  const { exportWebhookUrl, exportSyslogUrl, exportFile } = configuration;
  return [
    ...(exportWebhookUrl === null ? [] : (['webhook'] as const)),
    ...(exportSyslogUrl === null ? [] : (['syslog'] as const)),
    ...(exportFile === null ? [] : (['file'] as const)),
  ];
}

export function configuredSinks(configuration: Configuration): Sink[] {
  const lines = new BatchLines(configuration.exportFormat, configuration.appVersion);
  const make: Record<SinkName, () => Sink> = {
    webhook: () =>
      new WebhookSink(
        {
          url: configuration.exportWebhookUrl!,
          secrets: configuration.exportWebhookSecret!,
          headers: configuration.exportWebhookHeaders,
        },
        lines,
        providerDispatcher(configuration),
      ),
    syslog: () => new SyslogSink(configuration.exportSyslogUrl!, lines, ownRoots(configuration)),
    file: () => new FileSink(configuration.exportFile!, lines),
  };
  return sinkNames(configuration).map((name) => make[name]());
}
