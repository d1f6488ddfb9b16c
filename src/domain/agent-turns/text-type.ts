/** Media types whose content is text, for a model to read (04 §11.3.4, §11.4.1). `type` in lower case, without parameters. */
const TEXT_TYPE =
  /^(?:text\/.+|application\/(?:.+\+)?(?:json|xml|yaml)|application\/(?:x-ndjson|jsonl|csv|x-www-form-urlencoded|javascript|graphql|sql|x-yaml|toml)|message\/.+)$/;

export function isTextType(type: string): boolean {
  return TEXT_TYPE.test(type);
}
