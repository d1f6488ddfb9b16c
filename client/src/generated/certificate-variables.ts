// Generated from the OpenAPI document by scripts/generate-client.mjs: change the server, not this file.

export const CERTIFICATE_VARIABLES: readonly string[] = [
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
];
