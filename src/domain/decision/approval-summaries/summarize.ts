import type { AppSummarizer, DescribedAction } from './apps/described-action.js';
import { canonicalPath } from '../matching/canonical-path.js';
import { decidingDetails } from './deciding.js';
import { addWarnings } from './summary-warnings.js';
import { summarizeGmail } from './apps/gmail.js';
import { summarizeGoogleCalendar } from './apps/google-calendar.js';
import { summarizeOutlook } from './apps/outlook.js';
import { addBody } from './content/redacted-body.js';
import { cutText, Details, PREVIEW_LENGTH, shown } from './content/shown-text.js';
import type { ApprovalSummary, SummarizedRequest } from './content/summary.js';

const APPS: Readonly<Record<string, readonly AppSummarizer[]>> = {
  'gmail.googleapis.com': [summarizeGmail],
  'www.googleapis.com': [summarizeGmail, summarizeGoogleCalendar],
  'graph.microsoft.com': [summarizeOutlook],
};

/**
 * What a request would do, from nothing but the request (06 §15.2). Total: whatever the agent sent, there is a
 * summary, in time linear in the bytes given. No credential appears in it, because none was produced yet and
 * values that look like one are hidden. What it does not show it counts, or names in `incomplete`.
 */
export function summarize(request: SummarizedRequest): ApprovalSummary {
  const { action, details } = describe(request);
  addWarnings(details, request);
  const incomplete = [...details.reasons].toSorted();
  return { action, details: details.list, ...(incomplete.length > 0 && { incomplete }) };
}

function describe(request: SummarizedRequest): DescribedAction {
  const deciding = decidingDetails(request);
  // What it does is not known where it may be read as another method.
  const apps = request.otherMethods?.length || !Object.hasOwn(APPS, request.host) ? [] : APPS[request.host]!;
  // As the app reads it: an action must be recognised however its path is spelled.
  const read = apps.length === 0 ? request : { ...request, path: canonicalPath(request.path) };
  for (const app of apps) {
    const found = app(read);
    if (found !== null) return { action: found.action, details: deciding.append(found.details) };
  }
  return describeAnything(request, deciding);
}

/** The summary as one text, for clients that show no details. A line of it is a detail, whatever stands in the detail. */
export function previewOf({ action, details, incomplete = [] }: ApprovalSummary): string {
  const left = incomplete.length > 0 ? [`Incomplete: ${incomplete.join(', ').replaceAll('_', ' ')}`] : [];
  const lines = details.map(({ label, value }) => `${label}: ${value.replaceAll('\n', ' ↵ ')}`);
  return cutText([action, ...left, ...lines].join('\n'), PREVIEW_LENGTH);
}

function describeAnything(request: SummarizedRequest, deciding: Details): DescribedAction {
  const { method, path, body, contentType } = request;
  const details = new Details().add('Endpoint', path).append(deciding);
  if (body !== null) addBody(details, body, contentType);
  return { action: `${shown(method, 40)} request`, details };
}
