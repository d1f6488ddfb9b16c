/** What events of all classes of the Open Cybersecurity Schema Framework have. */
import type { StoredEvent } from './events.js';

export const OCSF_VERSION = '1.3.0';
const PRODUCT = 'Credential Gateway';
/** Whatever has no number of its own in an enumeration. */
export const OTHER = 99;

export const CLASSES = {
  accountChange: {
    uid: 3001,
    name: 'Account Change',
    category: { uid: 3, name: 'Identity & Access Management' },
  },
  authentication: {
    uid: 3002,
    name: 'Authentication',
    category: { uid: 3, name: 'Identity & Access Management' },
  },
  entityManagement: {
    uid: 3004,
    name: 'Entity Management',
    category: { uid: 3, name: 'Identity & Access Management' },
  },
  apiActivity: { uid: 6003, name: 'API Activity', category: { uid: 6, name: 'Application Activity' } },
} as const;
export type OcsfClass = (typeof CLASSES)[keyof typeof CLASSES];

export interface Named {
  readonly id: number;
  readonly name: string;
}

export const SEVERITIES = {
  informational: { id: 1, name: 'Informational' },
  low: { id: 2, name: 'Low' },
  medium: { id: 3, name: 'Medium' },
} as const;

export interface Classified {
  readonly class: OcsfClass;
  readonly activity: Named;
  readonly severity: Named;
  readonly success: boolean;
  readonly profiles: readonly string[];
}

/** `version` is that of the product. */
export function baseOf(event: StoredEvent, of: Classified, version: string): Record<string, unknown> {
  const { class: kind, activity, severity, success, profiles } = of;
  const organization = event.kind === 'unauthenticated' ? null : event.organizationId;
  return {
    metadata: {
      version: OCSF_VERSION,
      product: { name: PRODUCT, vendor_name: PRODUCT, version },
      uid: event.id,
      log_name: event.stream,
      profiles,
      ...(organization !== null && { tenant_uid: organization }),
    },
    time: Date.parse(event.time),
    category_uid: kind.category.uid,
    category_name: kind.category.name,
    class_uid: kind.uid,
    class_name: kind.name,
    activity_id: activity.id,
    activity_name: activity.name,
    type_uid: kind.uid * 100 + activity.id,
    type_name: `${kind.name}: ${activity.name}`,
    severity_id: severity.id,
    severity: severity.name,
    status_id: success ? 1 : 2,
    status: success ? 'Success' : 'Failure',
  };
}

export const SERVICE = { name: PRODUCT };
