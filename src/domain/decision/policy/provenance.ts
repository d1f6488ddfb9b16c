/** Which of the rules that attach credentials to an agent attach this one (02 §11.1.2). Pure. */
import type { GrantingRule } from './injectable.js';
import type { CredentialLevel, RuleTarget } from './model.js';

export interface AttachedSecret {
  readonly id: string;
  readonly level: CredentialLevel | 'partner';
}

export interface AttachedConnection {
  readonly id: string;
  readonly provider: string;
  readonly level: CredentialLevel;
}

export function attachingSecret(granting: readonly GrantingRule[], secret: AttachedSecret): GrantingRule[] {
  return withTarget(
    granting,
    (target) =>
      target.kind === 'secret' &&
      (target.secretId === null ? target.secretScope === secret.level : target.secretId === secret.id),
  );
}

export function attachingConnection(
  granting: readonly GrantingRule[],
  connection: AttachedConnection,
): GrantingRule[] {
  return withTarget(granting, (target) => {
    if (target.kind === 'connection') return target.connectionId === connection.id;
    return (
      target.kind === 'app' &&
      target.provider === connection.provider &&
      target.connectionScope === connection.level
    );
  });
}

function withTarget(
  granting: readonly GrantingRule[],
  attaches: (target: RuleTarget) => boolean,
): GrantingRule[] {
  return granting.filter(({ rule }) => (rule.targets ?? []).some(attaches));
}
