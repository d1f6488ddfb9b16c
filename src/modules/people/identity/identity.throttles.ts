import { anonymously, type ThrottlePolicy } from '../../../kernel/access/throttling/throttle.js';

/** Every path under `/auth/` that has no row of its own (01 §21). */
export const AUTH: ThrottlePolicy = {
  name: 'auth',
  limits: [{ by: 'address', limit: 100, seconds: 10 }],
};

export const SIGN_IN: ThrottlePolicy = {
  name: 'auth-sign-in',
  limits: [
    { by: 'address', limit: 30, seconds: 60 },
    { by: 'address-and-email', limit: 5, seconds: 60 },
  ],
};

export const SIGN_UP: ThrottlePolicy = {
  name: 'auth-sign-up',
  limits: [{ by: 'address', limit: 10, seconds: 60 }],
};

export const REQUEST_PASSWORD_RESET: ThrottlePolicy = {
  name: 'auth-request-password-reset',
  limits: [anonymously(100), { by: 'address-and-email', limit: 3, seconds: 60 }],
};

export const RESET_PASSWORD: ThrottlePolicy = {
  name: 'auth-reset-password',
  limits: [{ by: 'address', limit: 10, seconds: 60 }],
};

export const CHANGE_PASSWORD: ThrottlePolicy = {
  name: 'auth-change-password',
  limits: [{ by: 'user', limit: 10, seconds: 60 }],
};
