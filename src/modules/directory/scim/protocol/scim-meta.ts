/** `meta` of a resource (RFC 7643 §3.1); there are no versions (05 §10.2.6). */
export interface ScimMeta {
  resourceType: string;
  created?: string;
  lastModified?: string;
  /** Absolute. */
  location: string;
}
