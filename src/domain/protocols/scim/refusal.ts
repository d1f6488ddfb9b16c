/** `scimType` of an error a request brings about itself (RFC 7644 §3.12, 05 §10.3). */
export type ScimType =
  'invalidSyntax' | 'invalidValue' | 'invalidFilter' | 'invalidPath' | 'noTarget' | 'mutability' | 'tooMany';

/** What a directory sent cannot be done; `message` is read by its administrator (05 §10.3). */
export class ScimRefusal extends Error {
  constructor(
    readonly scimType: ScimType,
    detail: string,
  ) {
    super(detail);
    this.name = 'ScimRefusal';
  }
}
