import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import { UserEntity } from './user.entity.js';

/** A user row as the other modules see it. */
export type Person = UserEntity;

/** A person out of `users u`, for statements that join it. */
export const PERSON = selection(UserEntity, undefined, 'u');
