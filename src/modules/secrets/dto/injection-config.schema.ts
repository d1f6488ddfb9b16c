/** OpenAPI of the four variants (02 §3.2). The rules are those of `domain/injection/injection-config`. */
const text = { type: 'string', minLength: 1, maxLength: 1000 };

export const INJECTION_CONFIG_SCHEMA = {
  oneOf: [
    variant({ headerName: text, valueFormat: text }, ['headerName']),
    variant({ paramName: text, paramFormat: text }, ['paramName']),
    variant({ pathTemplate: text }, ['pathTemplate']),
    variant({ pathRegex: text, pathReplacement: text }, ['pathRegex', 'pathReplacement']),
  ],
};

function variant(properties: Record<string, object>, required: string[]): object {
  return { type: 'object', properties, required, additionalProperties: false };
}
