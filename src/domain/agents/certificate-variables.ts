/**
 * Where programs look for the authorities they trust; each reads another one. npm and pip read a file of settings before
 * those of Node.js and requests, and a variable before that file. The description of the API carries the list to clients,
 * so that a launcher of one's own, a runner and `cgw run` set the same (01 §19.5, 07 B12.7).
 */
export const CERTIFICATE_VARIABLES = [
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'REQUESTS_CA_BUNDLE',
  'AWS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'DENO_CERT',
  'GRPC_DEFAULT_SSL_ROOTS_FILE_PATH',
  'npm_config_cafile',
  'PIP_CERT',
] as const;
