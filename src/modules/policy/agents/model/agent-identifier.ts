/** How launchers and people name an agent inside its workspace (02 §2.1); never changes. */
export const IDENTIFIER = /^[a-z0-9][a-z0-9-]{0,49}$/;

export const IDENTIFIER_MESSAGE =
  'Identifier must be 1-50 characters, start with a letter or number, contain only lowercase letters, numbers and hyphens';
