import { canonicalPath } from '../matching/canonical-path.js';
import { doubtsAbout } from './doubts.js';
import { summarizeGmail } from './gmail.js';
import { summarizeGoogleCalendar } from './google-calendar.js';
import { summarizeOutlook } from './outlook.js';
import { redactedBody } from './redacted-body.js';
import { Details, PREVIEW_LENGTH, shown } from './shown-text.js';
import type { ApprovalSummary, AppSummarizer, SummarizedRequest } from './summary.js';

const APPS: Readonly<Record<string, readonly AppSummarizer[]>> = {
  'gmail.googleapis.com': [summarizeGmail],
  'www.googleapis.com': [summarizeGmail, summarizeGoogleCalendar],
  'graph.microsoft.com': [summarizeOutlook],
};

/**
 * What a request would do, from nothing but the request (06 §15.2). Total: whatever the agent sent, there is a
 * summary, in time linear in the bytes given. No credential appears in it, because none was produced yet and
 * values that look like one are hidden.
 */
export function summarize(request: SummarizedRequest): ApprovalSummary {
  const { action, details } = describe(request);
  return { action, details: [...details, ...doubtsAbout(request)] };
}

function describe(request: SummarizedRequest): ApprovalSummary {
  // What it does is not known where it may be read as another method.
  if (request.otherMethods?.length) return summarizeAnything(request);
  const apps = Object.hasOwn(APPS, request.host) ? APPS[request.host]! : [];
  // As the app reads it: an action must be recognised however its path is spelled.
  const read = apps.length === 0 ? request : { ...request, path: canonicalPath(request.path) };
  for (const app of apps) {
    const summary = app(read);
    if (summary !== null) return summary;
  }
  return summarizeAnything(request);
}

/** The summary as one text, for clients that show no details. */
export function previewOf({ action, details }: ApprovalSummary): string {
  const lines = details.map(({ label, value }) => `${label}: ${value}`);
  return shown([action, ...lines].join('\n'), PREVIEW_LENGTH);
}

function summarizeAnything({ method, path, body, contentType }: SummarizedRequest): ApprovalSummary {
  const details = new Details().add('Endpoint', path);
  if (body !== null && body.bytes.length > 0)
    details.add('Body', redactedBody(body, contentType), Number.MAX_SAFE_INTEGER);
  return { action: `${shown(method, 40)} request`, details: details.list };
}
