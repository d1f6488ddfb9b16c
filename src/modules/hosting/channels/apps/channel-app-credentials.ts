/** What is kept of an app (04 §6.1). Which of them are there depends on how it was made and on its transport. */
export interface ChannelAppCredentials {
  readonly botToken?: string;
  /** Opens sockets. */
  readonly appToken?: string;
  readonly signingSecret?: string;
  /** Of apps that we made: for the consent page, and to uninstall it. */
  readonly clientId?: string;
  readonly clientSecret?: string;
}
