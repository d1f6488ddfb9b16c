/** What the bot says by itself to people it does not serve, or cannot right now (04 §6.3). */
export const CHANNEL_WORDS = {
  unknown_account:
    'I only work for members of the organization that runs me, and I do not know who you are there. Ask an administrator to invite you, or to link your Slack account.',
  no_access: 'You have no access to the workspace I belong to. Ask one of its owners to share it with you.',
  one_person_only:
    'I only work for the person who attached me to Slack. You can talk to this agent in the console: {console}',
  try_later: 'I could not find out who you are right now. Please send this again in a moment.',
  too_many_messages:
    'I am still at work and have enough messages waiting. Please send this again when I have answered.',
  limit_reached:
    'The organization that runs me has as much stored here as it may have. Please tell an administrator.',
  message_too_long: 'This message is too long for me.',
  refused_invite:
    'I was added here by somebody I do not work for. I stay silent for everybody who has no access to my workspace.',
  decision_refused: 'You may not decide this: it takes access to the workspace of the agent.',
  decision_elsewhere:
    'I only take decisions of the person who attached me to Slack. You can decide this in the console: {console}',
  decision_in_console:
    'This card does not show everything that would be sent. Please open the request in the console and decide there.',
  decision_settled: 'This was decided already.',
  decision_unavailable: 'This could not be decided right now. Please try again.',
} as const;

export type ChannelWord = keyof typeof CHANNEL_WORDS;
