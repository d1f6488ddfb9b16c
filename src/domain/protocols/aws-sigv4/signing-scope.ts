/**
 * Which service and region a request is signed for, by the host it goes to (03 §12.6). Hosts are read from the right,
 * because what stands on the left may be a bucket or an account of any name.
 */
export interface SigningScope {
  readonly service: string;
  readonly region: string;
}

const SUFFIXES = ['.amazonaws.com', '.api.aws'];
const GLOBAL_REGION = 'us-east-1';
/** Reached without a region in the host, and signed for one whatever the account's is. */
const GLOBAL_SERVICES = new Set(['iam', 'sts', 'cloudfront', 'route53', 'organizations']);
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d+$/;
const SIGNING_NAMES = new Map([
  ['email', 'ses'],
  ['bedrock-runtime', 'bedrock'],
  ['bedrock-agent', 'bedrock'],
  ['bedrock-agent-runtime', 'bedrock'],
  ['queue', 'sqs'],
  ['s3-control', 's3'],
  ['s3-accesspoint', 's3'],
]);

/** `region`: the connection's, for hosts that name none; without either it is us-east-1 (06 §11.5). */
export function signingScopeOf(host: string, region: string | null): SigningScope {
  const own = region === null || region === '' ? GLOBAL_REGION : region;
  const { label, region: named } = placesOf(labelsOf(host), own);
  return { service: SIGNING_NAMES.get(label) ?? label, region: named };
}

/** S3 takes paths as they are sent, wants the hash of the body in a field, and knows streams of signed chunks. */
export function isS3({ service }: SigningScope): boolean {
  return service === 's3' || service.startsWith('s3-') || service === 's3express';
}

function placesOf(labels: readonly string[], own: string): { label: string; region: string } {
  const last = labels.at(-1) ?? '';
  const before = labels.at(-2);
  if (last === 's3') return { label: 's3', region: GLOBAL_REGION };
  if (last.startsWith('s3-')) {
    const region = last.slice('s3-'.length);
    return { label: 's3', region: REGION.test(region) ? region : own };
  }
  if (before === undefined) return { label: last, region: GLOBAL_SERVICES.has(last) ? GLOBAL_REGION : own };
  // `{domain}.{region}.es`, and the few others that name the region first.
  if (REGION.test(before) && !REGION.test(last)) return { label: last, region: before };
  return { label: before, region: last };
}

/** What stands before the suffix, without what says only how the service is reached. */
function labelsOf(host: string): string[] {
  const suffix = SUFFIXES.find((ending) => host.endsWith(ending));
  const labels = host.slice(0, suffix === undefined ? host.length : -suffix.length).split('.');
  return labels.filter((label) => label !== 'dualstack').map((label) => label.replace(/-fips$/, ''));
}
