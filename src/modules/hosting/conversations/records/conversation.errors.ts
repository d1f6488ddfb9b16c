import { declareErrors, envelope, flat } from '../../../../kernel/errors/error-definition.js';

export const conversationErrors = declareErrors({
  conversation_not_found: envelope(404, 'Conversation not found'),
  turn_not_found: envelope(404, 'Turn not found'),
  attachment_not_found: envelope(404, 'Attachment not found'),
  conversation_exists: envelope(409, 'A conversation with this external reference already exists', {
    constraint: 'conversations_agent_id_source_external_ref_key',
  }),
  conversation_busy: envelope(409, 'The agent is still working on an earlier message', {
    constraint: 'turns_one_active_key',
  }),
  too_many_follow_ups: envelope(409, 'Too many messages are waiting in this conversation'),
  turn_is_over: envelope(409, 'The turn is over'),
  attachments_not_usable: envelope(422, 'One or more attachments cannot be sent with this message'),
  too_many_pending_attachments: envelope(409, 'Too many files are waiting to be sent in this conversation'),
  attachment_too_large: flat(413, 'The file is larger than 10 MiB.'),
});
