import type { Output } from '../../../client/src/operation.js';
import { isObject } from '../terminal/answers.js';

export const PROXY_VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy'];

export type ContainerConfig = Output<'getContainerConfig'>;

/** Whether an answer is one: programs are started with what stands in it. */
export function isContainerConfig(answer: unknown): answer is ContainerConfig {
  if (!isObject(answer)) return false;
  const { env, caCertificate, caCertificateContainerPath, credentialStubs = [], warnings = [] } = answer;
  return (
    areVariables(env) &&
    typeof caCertificate === 'string' &&
    isPathOfContainer(caCertificateContainerPath) &&
    Array.isArray(credentialStubs) &&
    credentialStubs.every(isStub) &&
    Array.isArray(warnings) &&
    warnings.every((warning) => typeof warning === 'string')
  );
}

function areVariables(env: unknown): env is Readonly<Record<string, string>> {
  if (!isObject(env)) return false;
  const named = Object.entries(env).every(
    ([name, value]) => /^\w+$/.test(name) && typeof value === 'string' && !value.includes('\0'),
  );
  return (
    named && PROXY_VARIABLES.every((name) => env[name] === undefined || URL.canParse(env[name] as string))
  );
}

function isStub(stub: unknown): boolean {
  return isObject(stub) && isPathOfContainer(stub['containerPath']) && typeof stub['content'] === 'string';
}

/** As Docker takes it in `source:target:ro`. */
function isPathOfContainer(path: unknown): boolean {
  return typeof path === 'string' && /^\/[\w./-]+$/.test(path);
}
