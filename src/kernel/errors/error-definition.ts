/**
 * How an error leaves the server: `envelope` and `flat` per contract 01 §8.1, `auth` per 01 §11.2, `scim` per 05 §10.3,
 * `daemon` per 04 §9, where the message is a code.
 */
export type ErrorSurface = 'envelope' | 'flat' | 'auth' | 'scim' | 'daemon';

export interface ErrorDeclaration {
  status: number;
  surface: ErrorSurface;
  /** Default message; a thrown error may word its own. */
  message: string;
  /** `error.type` of the envelope; by default the one of the status (01 §8.2). */
  type?: string;
  /**
   * Somebody else failed, a site or a provider, and this server only says so: no fault in the log. Callers can
   * bring it about at will.
   */
  external?: true;
  /** `error.code` of the envelope, `code` of the auth surface, or `scimType`. */
  wireCode?: string;
  /** `WWW-Authenticate` of a `401` (RFC 9110 §11.6.1). */
  challenge?: string;
  /** The PostgreSQL constraint whose violation is this mistake of a caller, not a fault. */
  constraint?: string;
}

export interface ErrorDefinition extends ErrorDeclaration {
  /** Under which it is declared; in capitals the code of the auth surface. */
  code: string;
}

type FurtherWords = Omit<ErrorDeclaration, 'status' | 'surface' | 'message'>;

const on =
  (surface: ErrorSurface) =>
  (status: number, message: string, further: FurtherWords = {}): ErrorDeclaration => ({
    status,
    surface,
    message,
    ...further,
  });

/** How an error is declared, by the surface it leaves on. */
export const envelope = on('envelope');
export const flat = on('flat');
export const auth = on('auth');
export const scim = on('scim');
export const daemon = on('daemon');

const ofConstraint = new Map<string, ErrorDefinition>();

/** The errors a module can answer, declared where they arise: `throw new AppError(agentErrors.agent_not_found)`. */
export function declareErrors<Code extends string>(
  declarations: Readonly<Record<Code, ErrorDeclaration>>,
): Readonly<Record<Code, ErrorDefinition>> {
  const entries = Object.entries<ErrorDeclaration>(declarations).map(
    ([code, declaration]) => [code, { ...declaration, code }] as const,
  );
  for (const [code, definition] of entries) {
    if (definition.constraint === undefined) continue;
    if (ofConstraint.has(definition.constraint)) throw new Error(`Two errors for a constraint: ${code}`);
    ofConstraint.set(definition.constraint, definition);
  }
  return Object.fromEntries(entries) as Record<Code, ErrorDefinition>;
}

export function errorOfConstraint(constraint: string): ErrorDefinition | undefined {
  return ofConstraint.get(constraint);
}
