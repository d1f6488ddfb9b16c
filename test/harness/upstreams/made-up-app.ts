/** An app that no provider has, as somebody would add it to a server of theirs. */
export const MADE_UP_APP = {
  id: 'made-up',
  name: 'Made Up',
  category: 'development',
  summary: 'An app that nobody has.',
  connection: {
    kind: 'fields',
    wireType: 'api_key',
    fields: [{ name: 'apiKey', label: 'API Key', required: true, secret: true }],
    tokenField: 'apiKey',
    check: {
      method: 'GET',
      url: 'https://api.made-up.test/whoami',
      auth: 'bearer:{apiKey}',
      map: { email: 'me.email' },
      rejectOn: [401],
    },
  },
  clientConfig: null,
  hosts: [
    {
      host: 'api.made-up.test',
      match: 'exact',
      inject: { type: 'header', name: 'authorization', format: 'Bearer {token}' },
    },
  ],
  refresh: null,
  tools: [
    {
      id: 'read_thing',
      name: 'Read a thing',
      description: 'Fetch a thing.',
      group: 'read',
      matches: [{ method: 'GET', host: 'api.made-up.test', path: '/v1/things/*' }],
    },
    {
      id: 'write_thing',
      name: 'Write a thing',
      description: 'Change a thing.',
      group: 'write',
      matches: [{ method: 'PUT', host: 'api.made-up.test', path: '/v1/things/*' }],
    },
  ],
};
