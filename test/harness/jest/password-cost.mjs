/**
 * What a password costs the servers of a worker. A hash of the product's strength takes 20 ms of a core, with every
 * sign-up, every sign-in and every start of a server: a tenth of a run. Its strength is no matter of all tests but one,
 * and they get the cheapest there is; a hash says its own parameters, so that checking one follows. A spec file that is
 * about them says `@passwords as-shipped` in its first comment; processes that tests start have the product's anyway.
 */
import argon2 from 'argon2';

const { hash } = argon2;
/** The least that argon2 takes. */
const CHEAPEST = { memoryCost: 8, timeCost: 1 };

export function setPasswordCost(asShipped) {
  argon2.hash = asShipped ? hash : (password, parameters) => hash(password, { ...parameters, ...CHEAPEST });
}
