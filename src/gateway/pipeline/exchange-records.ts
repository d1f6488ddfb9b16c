import { Injectable } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import { llmHosts } from '../../kernel/config/llm-hosts.js';
import { ApprovalLog } from '../approvals/approval-log.js';
import type { ExchangeOutcome } from '../exchange/exchange.js';
import type { AdmittedExchange } from '../exchange/progress.js';
import { Metering } from '../metering/metering.js';
import { GatewayMetrics } from '../metrics/gateway-metrics.js';
import { logRecordOf } from '../request-log/log-record.js';
import { RequestLog } from '../request-log/request-log.js';

/** `record` of 06 §19: how a request ended is counted, charged and logged. Never on the request path. */
@Injectable()
export class ExchangeRecords {
  private readonly llmHosts: ReadonlySet<string>;

  constructor(
    configuration: Configuration,
    private readonly metrics: GatewayMetrics,
    private readonly metering: Metering,
    private readonly requestLog: RequestLog,
    private readonly approvalLog: ApprovalLog,
  ) {
    this.llmHosts = llmHosts(configuration.llmHostsExtra);
  }

  record(state: AdmittedExchange, outcome: ExchangeOutcome): void {
    this.metrics.finished(state, outcome);
    if (outcome.charge) this.metering.count(state.access, outcome.charge);
    const record = logRecordOf(state, outcome, this.llmHosts, new Date());
    if (state.approval) this.approvalLog.settle(state.approval, record);
    else this.requestLog.record(record);
  }
}
