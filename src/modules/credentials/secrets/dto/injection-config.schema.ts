/** OpenAPI of the four variants (02 §3.2). The rules are those of `domain/decision/injection/request-edits/injection-config`. */
const MAX_FIELD_LENGTH = 1000;
/** What an empty format means is that there is none. */
const FORMAT = text({
  description: 'Every `{value}` is replaced by the value. If absent, the value is used alone.',
});

export const INJECTION_CONFIG_SCHEMA = {
  oneOf: [
    variant(
      {
        headerName: text({
          pattern: "^\\s*[!#$%&'*+\\-.^_`|~0-9A-Za-z]+\\s*$",
          description: 'Must not be a header that frames the message or belongs to the gateway.',
        }),
        valueFormat: FORMAT,
      },
      ['headerName'],
    ),
    variant({ paramName: text({ pattern: '^[^\\x00]*[^\\s\\x00][^\\x00]*$' }), paramFormat: FORMAT }, [
      'paramName',
    ]),
    variant(
      {
        pathTemplate: text({
          pattern: '^/[^\\x00]*\\{value\\}[^\\x00]*$',
          description: 'The path to send, with exactly one `{value}`.',
        }),
      },
      ['pathTemplate'],
    ),
    variant(
      {
        pathRegex: text({ minLength: 1, description: 'Regular expression in RE2 syntax.' }),
        pathReplacement: text({ pattern: '^[^\\x00]*\\{value\\}[^\\x00]*$' }),
      },
      ['pathRegex', 'pathReplacement'],
    ),
  ],
};

function text(keywords: object): object {
  return { type: 'string', maxLength: MAX_FIELD_LENGTH, ...keywords };
}

function variant(properties: Record<string, object>, required: string[]): object {
  return { type: 'object', properties, required, additionalProperties: false };
}
