// Generated from the OpenAPI document by scripts/generate-client.mjs: change the server, not this file.

export interface paths {
  '/auth/callback/google': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Where Google sends the browser back to; it leaves with a session or an error code */
    get: operations['googleSignInCallback'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/change-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Change your password */
    post: operations['changePassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/get-session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the current session, or null */
    get: operations['getAuthSession'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/list-sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your live sessions, newest first */
    get: operations['listAuthSessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/ok': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tell whether the sign-in surface answers */
    get: operations['authOk'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/request-password-reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Mail a link to reset the password */
    post: operations['requestPasswordReset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/reset-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Set a new password with a mailed token */
    post: operations['resetPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/revoke-other-sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** End all your sessions but this one */
    post: operations['revokeOtherAuthSessions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/revoke-session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** End one of your sessions by its alias */
    post: operations['revokeAuthSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/revoke-sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** End all your sessions, this one too */
    post: operations['revokeAuthSessions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/sign-in/email': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sign in with email and password */
    post: operations['signInEmail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/sign-in/social': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Begin to sign in with Google */
    post: operations['signInSocial'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/sign-out': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** End the current session */
    post: operations['signOut'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/sign-up/email': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Create an account with email and password */
    post: operations['signUpEmail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/healthz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Report that the process lives */
    get: operations['gatewayHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Id of the calling user */
    get: operations['getGatewayCaller'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/readyz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Report whether to send traffic here */
    get: operations['gatewayReadiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/activity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the agents of the workspace asked for, newest first */
    get: operations['listActivity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agent-images/{agentId}/{imageKey}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** An agent's avatar; its URL changes with every upload */
    get: operations['getAgentImage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The agents of the workspace, newest first */
    get: operations['listAgents'];
    put?: never;
    /** Creates an agent; its token is read from the list or by regenerating it */
    post: operations['createAgent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One agent */
    get: operations['getAgent'];
    put?: never;
    post?: never;
    /** Deletes an agent, its grants and its token */
    delete: operations['deleteAgent'];
    options?: never;
    head?: never;
    /** Renames an agent or changes the brief and model of a hosted one */
    patch: operations['updateAgent'];
    trace?: never;
  };
  '/v1/agents/{agentId}/channels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Where people can talk to the agent besides the web, and where they could */
    get: operations['getAgentChannels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/channels/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Creates the Slack app of the agent */
    post: operations['createChannelPresence'];
    /** Detaches the agent */
    delete: operations['deleteChannelPresence'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/channels/{provider}/complete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Attaches the agent by the tokens of its Slack app */
    post: operations['completeChannelPresence'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/channels/{provider}/manifest': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The manifest of the agent's Slack app, to create it by hand */
    get: operations['getChannelManifest'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/conversations/direct': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** The caller's own thread with a hosted agent */
    put: operations['ensureDirectConversation'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/crons': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the agent does by the clock, oldest first */
    get: operations['listCrons'];
    put?: never;
    /** Has the agent do something by the clock */
    post: operations['createCron'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/crons/{cronId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Deletes a schedule */
    delete: operations['deleteCron'];
    options?: never;
    head?: never;
    /** Changes, pauses or resumes a schedule */
    patch: operations['updateCron'];
    trace?: never;
  };
  '/v1/agents/{agentId}/crons/{cronId}/run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Makes a schedule due now */
    post: operations['runCronNow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/effective-credentials': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The credentials an agent gets, and through which rules */
    get: operations['getAgentEffectiveCredentials'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/grants': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What is attached to the agent */
    get: operations['getAgentGrants'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/grants/connections/{connectionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Attaches a connection to the agent, whole or tool by tool */
    put: operations['setAgentConnectionGrant'];
    post?: never;
    /** Detaches a connection from the agent */
    delete: operations['removeAgentConnectionGrant'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/grants/secrets/{secretId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Attaches a secret to the agent */
    put: operations['setAgentSecretGrant'];
    post?: never;
    /** Detaches a secret from the agent */
    delete: operations['removeAgentSecretGrant'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/image': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Replaces the agent's avatar; at most 1 MiB of PNG, JPEG, WebP or GIF */
    put: operations['setAgentImage'];
    post?: never;
    /** Removes the agent's avatar */
    delete: operations['deleteAgentImage'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/memories': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the agent remembers, or what a search finds in it */
    get: operations['listMemories'];
    put?: never;
    /** Has the agent remember something under a new key */
    post: operations['createMemory'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/memories/{memoryId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A memory with its newest revision */
    get: operations['getMemory'];
    put?: never;
    post?: never;
    /** Deletes a memory with all its revisions */
    delete: operations['deleteMemory'];
    options?: never;
    head?: never;
    /** Changes a memory */
    patch: operations['updateMemory'];
    trace?: never;
  };
  '/v1/agents/{agentId}/memories/{memoryId}/revisions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a memory was, newest first */
    get: operations['listMemoryRevisions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/memories/{memoryId}/revisions/{revisionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A revision with its whole content */
    get: operations['getMemoryRevision'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/memories/{memoryId}/revisions/{revisionId}/redact': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Blanks an old revision for good */
    post: operations['redactMemoryRevision'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/memories/{memoryId}/revisions/{revisionId}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Makes an old revision the memory again */
    post: operations['restoreMemoryRevision'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The models and effort levels a hosted agent can use with its key */
    get: operations['getAgentModels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/regenerate-token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A new agent token; the old one stops working at once */
    post: operations['regenerateAgentToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/secrets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Ids of the secrets granted to the agent */
    get: operations['getAgentSecrets'];
    /** Replaces the secret grants of the agent */
    put: operations['setAgentSecrets'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/{agentId}/set-default': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Makes the agent the default of its workspace */
    post: operations['setDefaultAgent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/agents/default': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The default agent */
    get: operations['getDefaultAgent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals/{id}/body': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a held request would send */
    get: operations['getApprovalBody'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals/{id}/decision': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Let a held request go on, or refuse it */
    post: operations['submitApprovalDecision'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals/pending': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Requests of the workspace that wait for a decision */
    get: operations['listPendingApprovals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** All apps there are, with what of them is set up and connected in the workspace */
    get: operations['listApps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One app, with a hint what to do with it */
    get: operations['getApp'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/{provider}/authorize': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Sends a browser to the provider, to give consent there */
    get: operations['authorizeApp'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/{provider}/blocklist': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Hosts that the app closes, and whether they are closed */
    get: operations['getBlocklist'];
    put?: never;
    /** Closes a host of the app */
    post: operations['activateBlocklistHost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/{provider}/blocklist/{ruleId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Removes the rule about a host of the app */
    delete: operations['removeBlocklistRule'];
    options?: never;
    head?: never;
    /** Closes or opens a host of the app */
    patch: operations['toggleBlocklistRule'];
    trace?: never;
  };
  '/v1/apps/{provider}/callback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Where providers send the browser back to */
    get: operations['appOauthCallback'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/{provider}/config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Which OAuth client of one’s own the workspace uses for the app */
    get: operations['getAppConfig'];
    put?: never;
    /** Stores an OAuth client of one’s own and switches it on */
    post: operations['upsertAppConfig'];
    /** Forgets the client */
    delete: operations['deleteAppConfig'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/{provider}/config/toggle': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Switches the client on or off */
    patch: operations['toggleAppConfig'];
    trace?: never;
  };
  '/v1/apps/{provider}/connect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Connects an account with credentials that were typed in */
    post: operations['connectApp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/{provider}/connection': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Disconnects an account of the app */
    delete: operations['disconnectApp'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/{provider}/permission-definition': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The tools of one app */
    get: operations['getPermissionDefinition'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/available': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Apps that the people of the workspace may use */
    get: operations['listAvailableApps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/aws-external-id': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The external id that AWS roles of the workspace have to trust */
    get: operations['getAwsExternalId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/configured': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Apps for which the workspace or its organization brought an OAuth client */
    get: operations['listConfiguredApps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Accounts the workspace can use, its own and those its organization shares, newest first */
    get: operations['listConnectionsAlias'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/connections/{connectionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Disconnects an account */
    delete: operations['disconnectConnectionAlias'];
    options?: never;
    head?: never;
    /** Gives a connection another name */
    patch: operations['renameConnectionAlias'];
    trace?: never;
  };
  '/v1/apps/connections/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Accounts the workspace can use, its own and those its organization shares, newest first */
    get: operations['listConnectionsByProviderAlias'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/dropbox/folders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Folders of a Dropbox account */
    get: operations['listDropboxFolders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/env-defaults': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Apps that can be connected with an OAuth client of the operator */
    get: operations['listEnvDefaultApps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/github-app/repositories': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Repositories of an installation of a GitHub App */
    get: operations['listGithubAppRepositories'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/google-drive/folder-names': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Names of folders of a Google Drive account */
    get: operations['getGoogleDriveFolderNames'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/google-drive/folders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Folders and shared drives of a Google Drive account */
    get: operations['listGoogleDriveFolders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/apps/permission-definitions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The tools of every app that has some */
    get: operations['listPermissionDefinitions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/cli/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Let the waiting command-line client into the workspace */
    post: operations['confirmCliAuthSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/cli/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the workspaces a command-line client may be given */
    get: operations['listCliAuthOptions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/cli/poll': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Ask whether the login was confirmed; hands the key over once */
    get: operations['pollCliAuthSession'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/cli/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Start the login of a command-line client */
    post: operations['createCliAuthSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tell the dashboard who is signed in and where they work; provisions new accounts */
    get: operations['syncSession'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sso/{provider}/acs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Where a SAML identity provider sends the browser back to */
    post: operations['ssoSamlAcs'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sso/{provider}/backchannel-logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Where an OpenID Connect provider tells who logged out there */
    post: operations['ssoOidcBackchannelLogout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sso/{provider}/callback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Where an OpenID Connect provider sends the browser back to */
    get: operations['ssoOidcCallback'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sso/{provider}/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Send the browser to an organization's identity provider */
    get: operations['startSsoLogin'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sso/{provider}/metadata': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a SAML identity provider is given to know this server by */
    get: operations['ssoSamlMetadata'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sso/{provider}/slo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Single logout of SAML, by redirect */
    get: operations['ssoSamlLogoutRedirect'];
    put?: never;
    /** Single logout of SAML, by post */
    post: operations['ssoSamlLogoutPost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sso/confirmation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Finish a first single sign-on to an account that was here before */
    post: operations['completeSsoConfirmation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sso/confirmation/lookup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Which account a first single sign-on leads to, and what ends without its password */
    post: operations['lookupSsoConfirmation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sso/logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** End the session, and tell where the session at the identity provider ends */
    post: operations['ssoLogout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sso/lookup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Find the identity provider for an e-mail address */
    post: operations['lookupSso'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/cache/invalidate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Drop what the gateway resolved for the workspace */
    post: operations['invalidateGatewayCache'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/channel-adapter/config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The apps to hold connections for and to post by, with their tokens */
    get: operations['adapterConfig'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/channel-adapter/decisions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Somebody pressed a button of a card */
    post: operations['adapterDecision'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/channel-adapter/heartbeat': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The channel adapter is there */
    post: operations['adapterHeartbeat'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/channel-adapter/ingest': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Something happened where an agent is */
    post: operations['adapterIngest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/channel-adapter/outbox/{itemId}/result': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What came of a post */
    post: operations['adapterOutboxResult'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/channel-adapter/outbox/claim': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What is to be posted next */
    post: operations['adapterClaimOutbox'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/channel-adapter/presences/{presenceId}/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Whether the provider takes the tokens of an app */
    post: operations['adapterPresenceHealth'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/channel-adapter/register': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A channel adapter has started */
    post: operations['adapterRegister'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/channels/slack/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Where Slack tells what happens around agents */
    post: operations['slackEvents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/channels/slack/interactivity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Where Slack tells which buttons of cards are pressed */
    post: operations['slackInteractivity'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/channels/slack/oauth/callback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Where Slack's consent page sends the browser back to */
    get: operations['slackOauthCallback'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/claims': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Take an organization over that a partner made */
    post: operations['claimPartnerOrg'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/claims/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Which organization a claim link leads to, and who made it */
    post: operations['previewPartnerClaim'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Accounts the workspace can use, its own and those its organization shares, newest first */
    get: operations['listConnections'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/connections/{connectionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Disconnects an account */
    delete: operations['disconnectConnection'];
    options?: never;
    head?: never;
    /** Gives a connection another name */
    patch: operations['renameConnection'];
    trace?: never;
  };
  '/v1/connections/{connectionId}/effective-agents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What each agent can do with a connection */
    get: operations['getConnectionEffectiveAgents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/connections/{connectionId}/grants': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The agents of the workspace that have the connection */
    get: operations['getConnectionGrants'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/connections/{connectionId}/grants/agents/{agentId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Attaches the connection to an agent, whole or tool by tool */
    put: operations['setConnectionAgentGrant'];
    post?: never;
    /** Detaches the connection from an agent */
    delete: operations['removeConnectionAgentGrant'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/container-config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Environment and files that put a process behind the gateway */
    get: operations['getContainerConfig'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Conversations of the workspace, newest first */
    get: operations['listConversations'];
    put?: never;
    /** Open a conversation that the whole workspace can read */
    post: operations['createConversation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One conversation */
    get: operations['getConversation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/attachments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Upload a file to send with a message; at most 10 MiB */
    post: operations['uploadAttachment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/attachments/{attachmentId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download a file of a conversation */
    get: operations['downloadAttachment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The stored events of a conversation, in order */
    get: operations['listTranscriptEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/messages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Say something to the agent, also while it is at work */
    post: operations['sendMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The events of a conversation as they happen */
    get: operations['streamTranscript'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/conversations/{conversationId}/turns': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The newest turns of a conversation, oldest of them first */
    get: operations['listTurns'];
    put?: never;
    /** Give the agent something to do, unless it is at work here */
    post: operations['createTurn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/counts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Numbers of the workspace overview */
    get: operations['getCounts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/credential-stubs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tools with a stub */
    get: operations['listCredentialStubs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/credential-stubs/{agent}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Placeholder credential file of a tool */
    get: operations['getCredentialStub'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/favicon': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Icon of a site, fetched from the site */
    get: operations['getFavicon'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/gateway-url': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Where agents find the gateway */
    get: operations['getGatewayUrl'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/gateway/ca': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Certificate of the authority that signs for intercepted hosts */
    get: operations['downloadGatewayCa'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Report that the API answers */
    get: operations['getHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/install/cgw.tgz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The command line for people, of the version of this server */
    get: operations['downloadCommandLine'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/install/cli': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Shell script that installs the command line and connects the machine */
    get: operations['getCliInstallScript'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/instance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get edition, version and runner state of the deployment */
    get: operations['getInstance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/instance/bootstrap': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get what sign-in screens need to know */
    get: operations['getInstanceBootstrap'];
    put?: never;
    /** Create the first account with its organization and workspace */
    post: operations['bootstrapInstance'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invitations/accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Join the organization of an invitation addressed to the signed-in person */
    post: operations['acceptInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invitations/lookup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What an invitation is for, to whoever holds its token */
    post: operations['lookupInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/migrate/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send the secrets and agents of the workspace to another deployment */
    post: operations['migrateExport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/migrate/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Take in secrets and agents of another deployment, all or none */
    post: operations['migrateImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/onboarding/install-complete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An installer reports that it is done */
    post: operations['reportInstallComplete'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/partners': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the partners, newest first */
    get: operations['listPartners'];
    put?: never;
    /** Make a partner with its owner and its key */
    post: operations['createPartner'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/partners/{partnerId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a partner */
    get: operations['getPartnerAccount'];
    put?: never;
    post?: never;
    /** End a partner */
    delete: operations['deletePartner'];
    options?: never;
    head?: never;
    /** Rename, suspend or resume a partner */
    patch: operations['updatePartner'];
    trace?: never;
  };
  '/v1/operator/partners/{partnerId}/owner-setup-link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replace the link that sets the first password of a partner’s owner */
    post: operations['reissuePartnerOwnerSetupLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/partners/{partnerId}/rotate-key': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replace the key of a partner */
    post: operations['rotatePartnerKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the organization */
    get: operations['getOrganization'];
    put?: never;
    post?: never;
    /** Delete the organization and everything in it */
    delete: operations['deleteOrganization'];
    options?: never;
    head?: never;
    /** Rename the organization; its slug stays */
    patch: operations['updateOrganization'];
    trace?: never;
  };
  '/v1/org/api-key': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get your API key for the organization */
    get: operations['getOrgApiKey'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/api-key/regenerate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replace your API key for the organization */
    post: operations['regenerateOrgApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/app-availability': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Which apps whose agents may use */
    get: operations['getAppAvailability'];
    /** Replaces the mode and all rules */
    put: operations['setAppAvailability'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/app-config/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Which OAuth client the organization brought for the app, and what depends on it */
    get: operations['getOrgAppConfigAlias'];
    put?: never;
    /** Stores an OAuth client and switches it on */
    post: operations['upsertOrgAppConfigAlias'];
    /** Forgets the client */
    delete: operations['deleteOrgAppConfigAlias'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/app-config/{provider}/toggle': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Switches the client on or off */
    patch: operations['toggleOrgAppConfigAlias'];
    trace?: never;
  };
  '/v1/org/app-config/configured': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Apps for which the organization brought an OAuth client */
    get: operations['listOrgConfiguredAppsAlias'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/approvals/pending': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Requests of every workspace of the organization that wait for a decision */
    get: operations['listOrgPendingApprovals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/apps/{provider}/authorize': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Sends a browser to the provider, to give consent for the organization */
    get: operations['authorizeOrgApp'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/apps/{provider}/blocklist': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Hosts that the app closes, and whether they are closed */
    get: operations['getOrgBlocklist'];
    put?: never;
    /** Closes a host of the app in every workspace */
    post: operations['activateOrgBlocklistHost'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/apps/{provider}/blocklist/{ruleId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Removes the rule about a host of the app */
    delete: operations['removeOrgBlocklistRule'];
    options?: never;
    head?: never;
    /** Closes or opens a host of the app in every workspace */
    patch: operations['toggleOrgBlocklistRule'];
    trace?: never;
  };
  '/v1/org/apps/{provider}/config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Which OAuth client the organization brought for the app, and what depends on it */
    get: operations['getOrgAppConfig'];
    put?: never;
    /** Stores an OAuth client of one’s own and switches it on */
    post: operations['upsertOrgAppConfig'];
    /** Forgets the client */
    delete: operations['deleteOrgAppConfig'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/apps/{provider}/config/toggle': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Switches the client on or off */
    patch: operations['toggleOrgAppConfig'];
    trace?: never;
  };
  '/v1/org/apps/{provider}/connect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Connects an account that agents of every workspace can be granted */
    post: operations['connectOrgApp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/apps/aws-external-id': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The external id that AWS roles shared by the organization have to trust */
    get: operations['getOrgAwsExternalId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/apps/configured': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Apps for which the organization brought an OAuth client */
    get: operations['listOrgConfiguredApps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/apps/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Accounts the organization shares with its workspaces, newest first */
    get: operations['listOrgAppConnectionsAlias'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/apps/connections/{connectionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Disconnects an account */
    delete: operations['disconnectOrgAppConnectionAlias'];
    options?: never;
    head?: never;
    /** Gives a connection another name */
    patch: operations['renameOrgAppConnectionAlias'];
    trace?: never;
  };
  '/v1/org/apps/connections/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Accounts the organization shares with its workspaces, newest first */
    get: operations['listOrgAppConnectionsByProviderAlias'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/audit-logs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who changed what in the organization, newest first */
    get: operations['listOrgAuditLogs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/channels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The organization's workspaces at chat providers, and who is who there */
    get: operations['getOrgChannels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/channels/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Forgets the token of a Slack workspace */
    delete: operations['deleteOrgChannel'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/channels/{provider}/credentials': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Stores the token that makes apps for agents in a Slack workspace */
    put: operations['putOrgChannelCredentials'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/channels/{provider}/user-links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Says which member a Slack user is */
    post: operations['createChannelUserLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/channels/{provider}/user-links/{linkId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Says no more which member a Slack user is */
    delete: operations['deleteChannelUserLink'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Accounts the organization shares with its workspaces, newest first */
    get: operations['listOrgConnections'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/connections/{connectionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Disconnects an account */
    delete: operations['disconnectOrgConnection'];
    options?: never;
    head?: never;
    /** Gives a connection another name */
    patch: operations['renameOrgConnection'];
    trace?: never;
  };
  '/v1/org/connections/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Accounts the organization shares with its workspaces, newest first */
    get: operations['listOrgConnectionsByProviderAlias'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/domains': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the domains of the organization, oldest first */
    get: operations['listOrgDomains'];
    put?: never;
    /** Claim a domain */
    post: operations['createOrgDomain'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/domains/{domainId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Give a domain up */
    delete: operations['deleteOrgDomain'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/domains/{domainId}/verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Look for the record of a domain in DNS */
    post: operations['verifyOrgDomain'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the groups of the organization by name */
    get: operations['listOrgGroups'];
    put?: never;
    /** Create a group */
    post: operations['createOrgGroup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/groups/{groupId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a group */
    get: operations['getOrgGroup'];
    put?: never;
    post?: never;
    /** Delete a group with what was given to it */
    delete: operations['deleteOrgGroup'];
    options?: never;
    head?: never;
    /** Rename a group */
    patch: operations['updateOrgGroup'];
    trace?: never;
  };
  '/v1/org/groups/{groupId}/detach': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Take a group over from the identity provider */
    post: operations['detachOrgGroup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/groups/{groupId}/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List who is in a group, longest first */
    get: operations['listOrgGroupMembers'];
    /** Say who is in a group */
    put: operations['setOrgGroupMembers'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/groups/{groupId}/members/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Put a member into a group */
    put: operations['addOrgGroupMember'];
    post?: never;
    /** Take a member out of a group */
    delete: operations['removeOrgGroupMember'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The open and overdue invitations of the organization, newest first */
    get: operations['listInvitations'];
    put?: never;
    /** Invite somebody by e-mail, or send a new link that replaces the old one */
    post: operations['createInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/invitations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Cancel a pending invitation; its link stops working */
    delete: operations['cancelInvitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/leave': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Leave the organization */
    post: operations['leaveOrganization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/leave-impact': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show what leaving the organization would delete */
    get: operations['getLeaveImpact'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the members of the organization, oldest membership first */
    get: operations['listOrgMembers'];
    put?: never;
    /** Make somebody a member, with or without an account */
    post: operations['createOrgMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/members/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a member with their groups */
    get: operations['getOrgMember'];
    put?: never;
    post?: never;
    /** Remove a member with their keys, bindings and personal workspaces */
    delete: operations['removeOrgMember'];
    options?: never;
    head?: never;
    /** Suspend or reinstate a member, change their role, or spare them single sign-on */
    patch: operations['updateOrgMember'];
    trace?: never;
  };
  '/v1/org/members/{userId}/groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the groups a member is in, by name */
    get: operations['listOrgMemberGroups'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/members/{userId}/removal-impact': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show what removing a member would delete */
    get: operations['getOrgMemberRemovalImpact'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/members/{userId}/sso-identity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Forget which account at the identity provider a member is */
    delete: operations['unlinkOrgMemberSsoIdentity'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/partner/detach': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Leave the partner */
    post: operations['detachFromPartner'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/partner/inherited-secrets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The secrets that the partner lends to the organization, newest first */
    get: operations['listInheritedPartnerSecrets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/partner/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether a partner made the organization */
    get: operations['getPartnerStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/policy/default': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What happens when no rule matches */
    get: operations['getOrgPolicyDefault'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Allows or blocks by default, and whom that binds */
    patch: operations['setOrgPolicyDefault'];
    trace?: never;
  };
  '/v1/org/policy/effective-app-permissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the organization alone says about each tool of an app */
    get: operations['getOrgEffectiveAppPermissions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/policy/last-publish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The rules in force: which generation, since when, by whom */
    get: operations['getOrgPolicyLastPublish'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/policy/publish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Publishes the draft */
    post: operations['publishOrgPolicy'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/policy/rules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The rules of the organization in first-match order */
    get: operations['listOrgPolicyRules'];
    put?: never;
    /** Appends a rule; it is in force at once */
    post: operations['createOrgPolicyRule'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/policy/rules/{ruleId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One rule of the draft */
    get: operations['getOrgPolicyRule'];
    put?: never;
    post?: never;
    /** Deletes a rule */
    delete: operations['deleteOrgPolicyRule'];
    options?: never;
    head?: never;
    /** Changes a rule where it stands */
    patch: operations['updateOrgPolicyRule'];
    trace?: never;
  };
  '/v1/org/policy/rules/order': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Puts the rules into a new order */
    put: operations['reorderOrgPolicyRules'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/role-mappings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List which roles groups give, the one that wins first */
    get: operations['listRoleMappings'];
    put?: never;
    /** Give a role to the members of a group */
    post: operations['createRoleMapping'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/role-mappings/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Stop a group from giving a role */
    delete: operations['deleteRoleMapping'];
    options?: never;
    head?: never;
    /** Change the role or the priority of a mapping */
    patch: operations['updateRoleMapping'];
    trace?: never;
  };
  '/v1/org/role-mappings/order': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Say which mapping wins over which */
    put: operations['reorderRoleMappings'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/role-mappings/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Count whose role a mapping would change */
    post: operations['previewRoleMapping'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/rules/permissions/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the organization says about the tools of an app */
    get: operations['getOrgAppPermissions'];
    /** Allows, holds or blocks tools of an app for everyone */
    put: operations['setOrgAppPermissions'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/scim/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the SCIM tokens in use, oldest first */
    get: operations['listScimTokens'];
    put?: never;
    /** Make a SCIM token for an identity provider */
    post: operations['createScimToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/scim/tokens/{tokenId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a SCIM token */
    delete: operations['revokeScimToken'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/secrets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The secrets shared by the organization, newest first */
    get: operations['listOrgSecrets'];
    put?: never;
    /** Stores a secret that agents of every workspace can be granted */
    post: operations['createOrgSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/secrets/{secretId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Deletes a secret of the organization with its grants in every workspace */
    delete: operations['deleteOrgSecret'];
    options?: never;
    head?: never;
    /** Changes a secret of the organization */
    patch: operations['updateOrgSecret'];
    trace?: never;
  };
  '/v1/org/skills': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The skills that the organization gives to all its agents, by name */
    get: operations['listOrgSkills'];
    put?: never;
    /** Gives a skill to the agents of every workspace */
    post: operations['createOrgSkill'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/skills/{skillId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A skill of the organization with its text and files */
    get: operations['getOrgSkill'];
    put?: never;
    post?: never;
    /** Deletes a skill of the organization */
    delete: operations['deleteOrgSkill'];
    options?: never;
    head?: never;
    /** Changes a skill of the organization */
    patch: operations['updateOrgSkill'];
    trace?: never;
  };
  '/v1/org/sso/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the connections of the organization to identity providers */
    get: operations['listSsoConnections'];
    put?: never;
    /** Connect the identity provider of the organization */
    post: operations['createSsoConnection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/sso/connections/{connectionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a connection */
    get: operations['getSsoConnection'];
    put?: never;
    post?: never;
    /** Disconnect the identity provider */
    delete: operations['deleteSsoConnection'];
    options?: never;
    head?: never;
    /** Change a connection, or switch it off and on */
    patch: operations['updateSsoConnection'];
    trace?: never;
  };
  '/v1/org/sso/connections/{connectionId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Try whether the identity provider can be used as it is now */
    post: operations['testSsoConnection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/sso/enforcement': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get whether single sign-on is required, and whether it could be */
    get: operations['getSsoEnforcement'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Require single sign-on, and say whether people join by it */
    patch: operations['updateSsoEnforcement'];
    trace?: never;
  };
  '/v1/org/sso/service-provider': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get what an identity provider has to be told about this server */
    get: operations['getSsoServiceProvider'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/team': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the organization's members, oldest membership first */
    get: operations['listTeam'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/team/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Remove a member with their keys, bindings and personal workspaces */
    delete: operations['removeTeamMember'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/team/{userId}/removal-impact': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show what removing a member would delete */
    get: operations['getTeamRemovalImpact'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/transfer-ownership': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make another member the owner; you become an administrator */
    post: operations['transferOrgOwnership'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/org/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the organization has in use and what its plan allows */
    get: operations['getOrgUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/orgs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the organizations you are in; a key sees its own */
    get: operations['listOrganizations'];
    put?: never;
    /** Create an organization with one workspace */
    post: operations['createOrganization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the partner, and what you are in it */
    get: operations['getPartner'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/api-key/regenerate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replace the key of the partner */
    post: operations['regeneratePartnerApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/audit-logs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What was done for the partner, newest first */
    get: operations['listPartnerAuditLogs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List who may sign in to the portal, the owner first */
    get: operations['listPartnerMembers'];
    put?: never;
    /** Add somebody to the portal */
    post: operations['addPartnerMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/members/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Remove somebody from the portal */
    delete: operations['removePartnerMember'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/members/{userId}/role': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Change the role of somebody in the portal */
    patch: operations['changePartnerMemberRole'];
    trace?: never;
  };
  '/v1/partner/members/{userId}/setup-link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replace the link that sets a first password */
    post: operations['reissuePartnerMemberSetupLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/orgs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the organizations you made, newest first */
    get: operations['listPartnerOrgs'];
    put?: never;
    /** Make an organization for a customer, ready to use, and a link to claim it */
    post: operations['createPartnerOrg'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/orgs/{orgId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get an organization you made */
    get: operations['getPartnerOrg'];
    put?: never;
    post?: never;
    /** Delete an organization with everything in it */
    delete: operations['deletePartnerOrg'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/orgs/{orgId}/budgets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The budgets of an organization and what was spent of them, oldest first */
    get: operations['listPartnerOrgBudgets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/orgs/{orgId}/claim-link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replace the claim link of an organization */
    post: operations['reissuePartnerClaimLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/orgs/{orgId}/projects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the projects of an organization, oldest first */
    get: operations['listPartnerProjects'];
    put?: never;
    /** Add a project with an agent */
    post: operations['createPartnerProject'];
    /** Delete the project that the query names */
    delete: operations['deletePartnerProjectByQuery'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/orgs/{orgId}/projects/{projectId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete a project with everything in it */
    delete: operations['deletePartnerProject'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/orgs/{orgId}/rotate-tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replace the keys of an organization and of its default project */
    post: operations['rotatePartnerOrgTokens'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/orgs/{orgId}/secrets/{secretId}/budget': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sets what an organization may spend of a key */
    post: operations['setPartnerOrgBudget'];
    /** Lets an organization spend of a key without a limit */
    delete: operations['clearPartnerOrgBudget'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/secrets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The secrets that the partner lends, newest first */
    get: operations['listPartnerSecrets'];
    put?: never;
    /** Stores a secret that every attached organization inherits */
    post: operations['createPartnerSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/partner/secrets/{secretId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Deletes a secret of the partner with its budgets and what was spent on it */
    delete: operations['deletePartnerSecret'];
    options?: never;
    head?: never;
    /** Changes a secret of the partner */
    patch: operations['updatePartnerSecret'];
    trace?: never;
  };
  '/v1/policy/effective-app-permissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What may be done with each tool of an app */
    get: operations['getEffectiveAppPermissions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/policy/effective-rules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The rules in force in the workspace */
    get: operations['getEffectiveRules'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/policy/simulate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What would happen to one request of an agent, and why */
    post: operations['simulatePolicy'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/provisions/claim': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Take a prepared account over as the signed-in person */
    post: operations['claimProvision'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/provisions/lookup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Which organization a claim link leads to, to whoever holds its token */
    post: operations['lookupProvision'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/agents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The agents that belong to this runner */
    get: operations['runnerListAgents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/agents/{agentId}/home': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What an agent has as files */
    get: operations['runnerGetHome'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/agents/{agentId}/home/applied': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The compute of an agent has its files */
    post: operations['runnerHomeApplied'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/agents/{agentId}/memories/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** An agent changed a memory in its sandbox */
    put: operations['runnerPutMemory'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/agents/{agentId}/processes/{ref}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** A process that an agent left running */
    put: operations['runnerPutProcess'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/agents/{agentId}/state': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What becomes of the compute of an agent */
    post: operations['runnerAgentState'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/agents/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Which of these agents do not exist at all */
    post: operations['runnerCheckAgents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/attachments/{attachmentId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A file that was sent to an agent of this runner */
    get: operations['runnerGetAttachment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/heartbeat': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The runner is there, and holds these leases */
    post: operations['runnerHeartbeat'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/register': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A runner has started */
    post: operations['runnerRegister'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/tool-calls': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An agent calls a tool of the platform */
    post: operations['runnerToolCall'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/turns/{turnId}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What happens in a turn */
    post: operations['runnerPushEvents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/turns/{turnId}/finish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A turn is over */
    post: operations['runnerFinishTurn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/turns/{turnId}/release': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A turn goes back to the queue */
    post: operations['runnerReleaseTurn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runner/work': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What the runner is to do next */
    post: operations['runnerWork'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runners': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The runners of this deployment, oldest first */
    get: operations['listRunners'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/secrets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The secrets of the workspace and those it inherits, newest first */
    get: operations['listSecrets'];
    put?: never;
    /** Stores a secret; a new LLM key is granted to agents that have none */
    post: operations['createSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/secrets/{secretId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Deletes a secret of the workspace with its grants */
    delete: operations['deleteSecret'];
    options?: never;
    head?: never;
    /** Changes a secret of the workspace */
    patch: operations['updateSecret'];
    trace?: never;
  };
  '/v1/skill/gateway': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Skill file that teaches a coding agent to work behind the gateway */
    get: operations['getGatewaySkill'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/skills': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The skills of the workspace, of its agents and of its organization */
    get: operations['listSkills'];
    put?: never;
    /** Gives a skill to the agents of the workspace, or to one of them */
    post: operations['createSkill'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/skills/{skillId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A skill with its text and files */
    get: operations['getSkill'];
    put?: never;
    post?: never;
    /** Deletes a skill of the workspace or of an agent */
    delete: operations['deleteSkill'];
    options?: never;
    head?: never;
    /** Changes a skill of the workspace or of an agent */
    patch: operations['updateSkill'];
    trace?: never;
  };
  '/v1/team/provisions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the accounts that wait to be claimed, newest first */
    get: operations['listProvisions'];
    put?: never;
    /** Prepare an account with a workspace and a key, and a link to claim it */
    post: operations['provisionUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/team/provisions/{provisionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Take a prepared account away again */
    delete: operations['cancelProvision'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/turns/{turnId}/abort': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stop a turn */
    post: operations['abortTurn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/user': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the person behind the credential */
    get: operations['getUser'];
    put?: never;
    post?: never;
    /** Delete your account, and the organizations nobody else is in */
    delete: operations['deleteUser'];
    options?: never;
    head?: never;
    /** Change your display name */
    patch: operations['updateUser'];
    trace?: never;
  };
  '/v1/user/api-key': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get your API key for the workspace */
    get: operations['getApiKey'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/user/api-key/regenerate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Replace your API key for the workspace */
    post: operations['regenerateApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/user/audit-logs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What you changed in your organizations, newest first */
    get: operations['listUserAuditLogs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/user/deletion-impact': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show what deleting your account would take along */
    get: operations['getUserDeletionImpact'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/vault/{provider}/pair': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Connect a password manager */
    post: operations['pairVault'];
    /** Disconnect a password manager */
    delete: operations['disconnectVault'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/vault/{provider}/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether a password manager is connected and answers */
    get: operations['getVaultStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/vault/onepassword/items/{vaultId}/{itemId}/fields': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Labels and types of the fields of an item */
    get: operations['listOnePasswordFields'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/vault/onepassword/vaults': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Vaults the service account may read */
    get: operations['listOnePasswordVaults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/vault/onepassword/vaults/{vaultId}/items': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Items of a vault */
    get: operations['listOnePasswordItems'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/vaults': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Password managers the workspace is paired with, newest first */
    get: operations['listVaults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/unsubscribe': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A page that asks whether to unsubscribe */
    get: operations['confirmUnsubscribe'];
    put?: never;
    /** Send no more invitations to the address of the token */
    post: operations['unsubscribe'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the workspaces you can see, oldest first */
    get: operations['listWorkspaces'];
    put?: never;
    /** Create a workspace */
    post: operations['createWorkspace'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workspaces/{workspaceId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a workspace */
    get: operations['getWorkspace'];
    put?: never;
    post?: never;
    /** Delete a workspace and everything in it */
    delete: operations['deleteWorkspace'];
    options?: never;
    head?: never;
    /** Rename a workspace */
    patch: operations['updateWorkspace'];
    trace?: never;
  };
  '/v1/workspaces/{workspaceId}/access': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Show who was given the workspace */
    get: operations['getWorkspaceAccess'];
    /** Say who may use the workspace */
    put: operations['setWorkspaceAccess'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    AbortResponse: {
      /** @description It is over. */
      aborted: boolean;
      /** @description Its executor was asked to stop. */
      delivered: boolean;
    };
    AcceptedInvitationResponse: {
      organizationId: string;
      organizationName: string;
    };
    ActivateBlocklistHostRequest: {
      hostId: string;
    };
    ActivityRecordResponse: {
      /** @description Null once the agent is deleted. */
      agentId: string | null;
      agentName: string | null;
      /** @description Name of who decided about the held request. */
      approvedBy: string | null;
      /** Format: date-time */
      createdAt: string;
      extraData: {
        [key: string]: unknown;
      } | null;
      /** @description With the port unless it is the scheme's own. */
      host: string;
      id: string;
      injectionCount: number;
      latencyMs: number;
      matchedRuleLogicalId: string | null;
      /** @description `WEBSOCKET` for upgrades. */
      method: string;
      /** @description Without the query. */
      path: string;
      /** @description The app, else the hostname. */
      provider: string;
      /** @description What the agent was answered; 202 while held. */
      status: number;
      workspaceId: string;
    };
    ActivityResponse: {
      logs: components['schemas']['ActivityRecordResponse'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    AdapterAgentResponse: {
      id: string;
      imageUrl: string | null;
      name: string;
      workspaceId: string;
    };
    AdapterClaimRequest: {
      bootId: string;
      limit?: number;
      wait?: number;
    };
    AdapterConfigurationResponse: {
      etag: string;
      presences: components['schemas']['AdapterPresenceResponse'][];
    };
    AdapterCredentialsResponse: {
      /** @description Opens sockets. */
      appToken?: string;
      botToken?: string;
    };
    AdapterDecisionRequest: {
      approvalId: string;
      clickerExternalUserId: string;
      /** @enum {string} */
      decision: 'approve' | 'deny';
      presenceId: string;
    };
    AdapterDecisionResultResponse: {
      /** @enum {string} */
      kind: 'decided' | 'already_settled' | 'refused' | 'unavailable';
    };
    AdapterHealthRequest: {
      healthy: boolean;
      reason?: string;
    };
    AdapterHeartbeatRequest: {
      bootId: string;
    };
    AdapterIngestRequest: {
      /** @description The inner event, as it came. */
      event: {
        [key: string]: unknown;
      };
      /** @description The provider's own. */
      eventId: string;
      presenceId: string;
    };
    AdapterIngestResultResponse: {
      /** @enum {string} */
      kind: 'ignored' | 'duplicate' | 'refused' | 'turn' | 'followUp' | 'invite';
    };
    AdapterItemResponse: {
      blocks?: {
        [key: string]: unknown;
      }[];
      channel: string;
      emoji?: string;
      iconUrl?: string;
      /** @description Opaque. */
      itemId: string;
      /** @enum {string} */
      kind: 'message.post' | 'card.post' | 'card.update' | 'reaction.add' | 'reaction.remove';
      /** Format: date-time */
      leaseExpiresAt: string;
      /** @description The message that is changed or reacted to. */
      messageRef?: string;
      presenceId: string;
      text?: string;
      thread: string | null;
    };
    AdapterItemsResponse: {
      items: components['schemas']['AdapterItemResponse'][];
    };
    AdapterPresenceResponse: {
      agent: components['schemas']['AdapterAgentResponse'];
      credentials: components['schemas']['AdapterCredentialsResponse'];
      /** @description The provider's id of the app. */
      externalId: string;
      /** @description User id of its bot. */
      identityRef: string | null;
      presenceId: string;
      /** @enum {string} */
      provider: 'slack';
      /** @enum {string} */
      status: 'pending_setup' | 'active' | 'needs_attention' | 'disabled';
      tenant: components['schemas']['AdapterTenantResponse'];
      /** @enum {string} */
      transport: 'events' | 'socket';
    };
    AdapterResponse: {
      /** Format: date-time */
      lastSeenAt: string | null;
      /** @description Whether whoever posts to channels was heard of lately. */
      online: boolean;
    };
    AdapterResultRequest: {
      bootId: string;
      errorCode?: string;
      messageRef?: string;
      /**
       * @description `retry`: the provider was certainly not reached, or asked to wait.
       * @enum {string}
       */
      result: 'sent' | 'rejected' | 'retry';
      /** @description How long the provider asked to wait. */
      retryAfterSeconds?: number;
    };
    AdapterTenantResponse: {
      externalId: string;
      name: string | null;
    };
    AddedPartnerMemberResponse: {
      /** Format: date-time */
      createdAt: string;
      email: string;
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member';
      /** @description Sets the first password, once. Null for whoever can sign in in another way. */
      setupUrl: string | null;
      /**
       * @description `active` from the first sign-in on.
       * @enum {string}
       */
      state: 'invited' | 'active';
      userId: string;
    };
    AddPartnerMemberRequest: {
      /** Format: email */
      email: string;
      /** @enum {string} */
      role: 'admin' | 'member';
    };
    AgentChannelResponse: {
      externalId: string;
      identityName: string | null;
      provider: string;
      settingsUrl: string | null;
      status: string;
    };
    AgentChannelsResponse: {
      adapter: components['schemas']['AdapterResponse'];
      orgIntegrations: components['schemas']['OrgIntegrationResponse'][];
      /** @description What a new presence would use. */
      posture: components['schemas']['PostureResponse'];
      presences: components['schemas']['PresenceResponse'][];
    };
    AgentDetailResponse: {
      channels: components['schemas']['AgentChannelResponse'][];
      /** Format: date-time */
      createdAt: string;
      effort: string | null;
      harness: string | null;
      id: string;
      identifier: string;
      imageUrl: string | null;
      instructions: string | null;
      isDefault: boolean;
      /** @enum {string} */
      kind: 'byo' | 'hosted';
      model: string | null;
      name: string;
      /**
       * Format: date-time
       * @description Newest gateway request of the last 7 days.
       */
      recentRequestAt: string | null;
      workingInBackground: boolean;
    };
    AgentEffortResponse: {
      id: string;
      label: string;
    };
    AgentGrantsResponse: {
      agentId: string;
      connections: components['schemas']['GrantedConnectionResponse'][];
      /** @enum {string} */
      mode: 'grants';
      secrets: components['schemas']['GrantedSecretResponse'][];
    };
    AgentImageResponse: {
      /** @description Public; a new one with every upload. */
      imageUrl: string;
    };
    AgentListItemResponse: {
      /** @description `aoc_` and 64 hex characters */
      accessToken: string;
      channels: components['schemas']['AgentChannelResponse'][];
      /** Format: date-time */
      createdAt: string;
      /** @description Only with `include=grants-summary`. */
      grantsSummary?: components['schemas']['GrantsSummaryResponse'];
      id: string;
      identifier: string;
      imageUrl: string | null;
      isDefault: boolean;
      /** @enum {string} */
      kind: 'byo' | 'hosted';
      /**
       * Format: date-time
       * @description Newest gateway request of the last 30 days.
       */
      lastSeenAt: string | null;
      name: string;
      workingInBackground: boolean;
    };
    AgentModelResponse: {
      id: string;
      label: string;
      /** @enum {string} */
      source: 'live' | 'pinned';
    };
    AgentModelsResponse: {
      defaults: components['schemas']['ModelDefaultsResponse'];
      /** @description True unless the list is live and fresh. */
      degraded: boolean;
      efforts: components['schemas']['AgentEffortResponse'][];
      models: components['schemas']['AgentModelResponse'][];
      /**
       * @description Null when the agent has no LLM key.
       * @enum {string|null}
       */
      provider: 'anthropic' | 'openai' | null;
      providerLabel: string | null;
      /** @enum {string|null} */
      providerScope: 'workspace' | 'organization' | 'partner' | null;
      selected: components['schemas']['ModelSelectionResponse'];
    };
    AgentOnConnectionResponse: {
      /** @enum {string} */
      access: 'full' | 'custom';
      agentId: string;
      allow: string[];
      ask: string[];
    };
    AgentTokenResponse: {
      /** @description `aoc_` and 64 hex characters */
      accessToken: string;
    };
    ApiKeyResponse: {
      /** @description The caller's own key for the resolved workspace. */
      apiKey: string;
    };
    AppAvailabilityResponse: {
      /** @enum {string} */
      mode: 'open' | 'restricted';
      /** @description Oldest first. */
      rules: components['schemas']['AvailabilityRuleResponse'][];
    };
    AppConfigResponse: {
      enabled: boolean;
      hasCredentials: boolean;
      settings?: {
        [key: string]: string;
      };
      /** @enum {string} */
      source?: 'organization';
    };
    AppConfigSummaryResponse: {
      enabled: boolean;
      hasCredentials: boolean;
      /**
       * @description The organization’s client is the one that applies.
       * @enum {string}
       */
      source?: 'organization';
    };
    AppConnectionResponse: {
      /** Format: date-time */
      connectedAt: string;
      id: string;
      label: string | null;
      scopes: string[];
      /** @enum {string} */
      status: 'connected' | 'expired' | 'error';
    };
    AppCredentialStubResponse: {
      content: {
        [key: string]: unknown;
      };
      path: string;
    };
    AppDetailResponse: {
      /** @description Always true. */
      available: boolean;
      config: components['schemas']['AppConfigSummaryResponse'] | null;
      /** @description Whether an OAuth client of one’s own can be stored. */
      configurable: boolean;
      /** @description Deprecated: the newest of `connections`. */
      connection: components['schemas']['LatestConnectionResponse'] | null;
      /** @description The workspace’s own accounts, newest first. */
      connections: components['schemas']['AppConnectionResponse'][];
      /** @enum {string} */
      connectionType: 'oauth' | 'api_key' | 'credentials_import';
      /** @description Files that tools want to find on disk; placeholders only. */
      credentialStubs: components['schemas']['AppCredentialStubResponse'][];
      /** @description What to do to use it, or to write its files. */
      hint: string;
      id: string;
      name: string;
    };
    AppPermissionsResponse: {
      byAgent: Record<string, unknown>;
      defaults: {
        [key: string]: {
          conditions: {
            /** @description Dotted path into a JSON body. */
            key?: string;
            /** @enum {string} */
            operator: 'contains';
            /** @enum {string} */
            target: 'body';
            value: string;
          }[];
          /** @enum {string} */
          permission: 'allow' | 'manual_approval' | 'block';
        };
      };
    };
    AppResponse: {
      /** @description Always true. */
      available: boolean;
      config: components['schemas']['AppConfigSummaryResponse'] | null;
      /** @description Whether an OAuth client of one’s own can be stored. */
      configurable: boolean;
      /** @description Deprecated: the newest of `connections`. */
      connection: components['schemas']['LatestConnectionResponse'] | null;
      /** @description The workspace’s own accounts, newest first. */
      connections: components['schemas']['AppConnectionResponse'][];
      /** @enum {string} */
      connectionType: 'oauth' | 'api_key' | 'credentials_import';
      /** @description Files that tools want to find on disk; placeholders only. */
      credentialStubs: components['schemas']['AppCredentialStubResponse'][];
      id: string;
      name: string;
    };
    AppTargetRequest: {
      /**
       * @description On an allow rule with identities: also injects every connection of this level.
       * @enum {string|null}
       */
      connectionScope?: 'organization' | 'workspace' | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: 'AppTargetRequest';
      /**
       * @description An app of the catalog.
       * @enum {string}
       */
      provider:
        | 'affinity'
        | 'attio'
        | 'aws-role'
        | 'aws'
        | 'cloudflare'
        | 'confluence'
        | 'datadog'
        | 'docker'
        | 'dropbox'
        | 'fathom'
        | 'fireflies'
        | 'flyio'
        | 'github-app'
        | 'github'
        | 'gitlab'
        | 'gmail'
        | 'google-admin'
        | 'google-analytics'
        | 'google-calendar'
        | 'google-chat'
        | 'google-classroom'
        | 'google-contacts'
        | 'google-docs'
        | 'google-drive'
        | 'google-forms'
        | 'google-meet'
        | 'google-photos'
        | 'google-search-console'
        | 'google-sheets'
        | 'google-slides'
        | 'google-tasks'
        | 'granola'
        | 'hubspot'
        | 'jfrog-artifactory'
        | 'jira'
        | 'linear'
        | 'linkedin'
        | 'microsoft-onenote'
        | 'microsoft-word'
        | 'monday'
        | 'mongodb-atlas'
        | 'notion'
        | 'outlook-calendar'
        | 'outlook-mail'
        | 'resend'
        | 'sentry'
        | 'slack'
        | 'supabase'
        | 'todoist'
        | 'trello'
        | 'vercel'
        | 'vertex-ai'
        | 'x'
        | 'youtube'
        | 'zoho-crm'
        | 'zoom';
      /** @description Tool ids, concrete or group wildcards. Empty: the whole app. */
      tools?: string[] | null;
    };
    AppTargetResponse: {
      /** @enum {string|null} */
      connectionScope: 'organization' | 'workspace' | null;
      /** @enum {string} */
      kind: 'app';
      provider: string;
      tools: string[];
    };
    AttachmentResponse: {
      id: string;
      mimeType: string;
      name: string;
      sizeBytes: number;
      /**
       * @description Uploaded, sent with a turn, or a file that could not be fetched.
       * @enum {string}
       */
      status: 'pending' | 'bound' | 'failed';
    };
    AuditEntryResponse: {
      /** @enum {string} */
      action:
        | 'create'
        | 'update'
        | 'delete'
        | 'regenerate'
        | 'disconnect'
        | 'approve'
        | 'deny'
        | 'publish'
        | 'redact'
        | 'verify'
        | 'invite'
        | 'accept'
        | 'claim';
      /** Format: date-time */
      createdAt: string;
      id: string;
      /** @description Ids, names, counts and markers; never a value, key or token. */
      metadata: {
        [key: string]: unknown;
      } | null;
      organizationName: string;
      /** @enum {string} */
      scope: 'workspace' | 'organization';
      /** @enum {string} */
      service:
        | 'agent'
        | 'api-key'
        | 'app-availability'
        | 'app-config'
        | 'app-connection'
        | 'auth'
        | 'budget'
        | 'channel'
        | 'cron'
        | 'domain'
        | 'grant'
        | 'group'
        | 'invitation'
        | 'member'
        | 'memory'
        | 'organization'
        | 'partner'
        | 'partner-member'
        | 'partner-secret'
        | 'policy'
        | 'provision'
        | 'role-mapping'
        | 'scim-token'
        | 'secret'
        | 'session'
        | 'skill'
        | 'sso-connection'
        | 'vault'
        | 'workspace';
      /** @enum {string} */
      source: 'app' | 'api' | 'sso-jit' | 'sso-login' | 'scim' | 'partner' | 'system';
      /** @enum {string} */
      status: 'success' | 'failure';
      /** @description The address at the time. */
      userEmail: string | null;
      /** @description Null once the account is deleted. */
      userId: string | null;
      workspaceId: string | null;
      workspaceName: string | null;
    };
    AuditLogResponse: {
      items: components['schemas']['AuditEntryResponse'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    AuthSession: {
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      expiresAt: string;
      id: string;
      ipAddress: string | null;
      /** @description Alias of the session; not the cookie secret */
      token: string;
      /** Format: date-time */
      updatedAt: string;
      userAgent: string | null;
      userId: string;
    };
    AuthUser: {
      /** Format: date-time */
      createdAt: string;
      /** Format: email */
      email: string;
      emailVerified: boolean;
      externalAuthId: string;
      id: string;
      image: string | null;
      name: string;
      /** Format: date-time */
      updatedAt: string;
    };
    AvailabilityRuleRequest: {
      groupIds: string[];
      /** @description Of a rule to change; another one makes a new rule. */
      id?: string;
      /** @description Blank reads as none. */
      name?: string | null;
      providers: string[];
      userIds: string[];
    };
    AvailabilityRuleResponse: {
      groupIds: string[];
      id: string;
      name: string | null;
      providers: string[];
      userIds: string[];
    };
    AvailableAppsResponse: {
      providers: string[];
      /** @description False: every app is available, and the list says nothing. */
      restricted: boolean;
    };
    AwsExternalIdResponse: {
      externalId: string;
    };
    BlocklistHostResponse: {
      /** @description Always false. */
      custom: boolean;
      enabled: boolean;
      hostId: string;
      hostPattern: string;
      name: string;
      /** @description Null until there is a rule about it. */
      ruleId: string | null;
      /** @enum {string|null} */
      scope: 'organization' | 'workspace' | null;
    };
    BootstrapInstanceRequest: {
      /** Format: email */
      email: string;
      name: string;
      organizationName?: string | null;
      password: string;
      /** @description Needed when `setupTokenRequired` */
      setupToken?: string | null;
    };
    BootstrappedInstanceResponse: {
      /** @description Workspace API key */
      apiKey: string;
      organizationId: string;
      user: components['schemas']['FirstUserResponse'];
      workspaceId: string;
    };
    ChangedPasswordResponse: {
      /** @description The new alias when the session was rotated */
      token: string | null;
      user: components['schemas']['AuthUser'];
    };
    ChangedWorkspaceAccessResponse: {
      added: number;
      removed: number;
      roleChanged: number;
    };
    ChangePartnerMemberRoleRequest: {
      /** @enum {string} */
      role: 'admin' | 'member';
    };
    ChangePasswordRequest: {
      currentPassword: string;
      newPassword: string;
      revokeOtherSessions?: boolean | null;
    };
    ChannelAppResponse: {
      provider: string;
    };
    ChannelManifestResponse: {
      /** @description The app manifest, to create the app by hand. */
      material: {
        [key: string]: unknown;
      };
      /**
       * @description Whether Slack calls this server, or it holds a socket to Slack.
       * @enum {string}
       */
      transport: 'events' | 'socket';
    };
    CheckAgentsRequest: {
      agentIds: string[];
    };
    ClaimedPartnerOrgResponse: {
      organizationId: string;
      organizationName: string;
    };
    ClaimedProvisionResponse: {
      organizationId: string;
      organizationName: string;
    };
    ClaimLinkResponse: {
      /** @description The link before stops working with this answer. */
      claimUrl: string;
    };
    ClaimPartnerOrgRequest: {
      /**
       * @description What becomes of the API keys and SCIM tokens the partner knows. `end` when absent; with `keep` they go on working and act for you.
       * @enum {string}
       */
      partnerKeys?: 'end' | 'keep';
      token: string;
    };
    ClaimTokenRequest: {
      token: string;
    };
    CompleteChannelRequest: {
      /** @description Required for an app that was created by hand. */
      appId?: string;
      /** @description Required where the transport is `socket`. */
      appToken?: string;
      botToken: string;
      /** @description Required where the transport is `events`, unless the app was made here. */
      signingSecret?: string;
    };
    CompletedIntegrationResponse: {
      /** @description The id of the Slack workspace. */
      externalId: string;
      id: string;
      name: string | null;
    };
    CompletedPresenceResponse: {
      /** Format: date-time */
      createdAt: string;
      /** @description The id of the Slack app. */
      externalId: string;
      id: string;
      /** @description The handle of its bot. */
      identityName: string | null;
      /** @description The user id of its bot. */
      identityRef: string | null;
      integration: components['schemas']['CompletedIntegrationResponse'];
      /** @enum {string} */
      provider: 'slack';
      /** @enum {string} */
      status: 'pending_setup' | 'active' | 'needs_attention' | 'disabled';
      /**
       * @description Whether Slack calls this server, or it holds a socket to Slack.
       * @enum {string}
       */
      transport: 'events' | 'socket';
    };
    CompletedSsoConfirmationResponse: {
      /** @description Where the browser goes on to; on a refusal the login page with its code. */
      url: string;
    };
    CompleteSsoConfirmationRequest: {
      /** @description As the address of the page carries it. */
      confirm: string;
      /** @description True: without the password, ending what `ends` names. */
      endAccess?: boolean;
      /** @description Of the account. With it nothing ends. */
      password?: string;
    };
    ConfirmDeviceLoginRequest: {
      code: string;
    };
    ConfirmDeviceLoginResponse: {
      /** @enum {string} */
      status: 'ok';
    };
    ConnectAppRequest: {
      /** @description Replaces the credentials of this connection. */
      connectionId?: string;
      /** @description What the app asks for, by name; names it does not ask for are ignored. Never returned. */
      fields: {
        [key: string]: string;
      };
      /** @description Tells accounts of one app apart; without one, what the provider says of the account does. */
      label?: string;
      /** @description One of the ways the app can be connected. */
      method?: string;
    };
    ConnectedAccountResponse: {
      id: string;
      label: string | null;
    };
    ConnectedResponse: {
      /** @description Only when a connection was created. */
      connection?: components['schemas']['ConnectedAccountResponse'];
      success: boolean;
    };
    ConnectionCredentialResponse: {
      provenance?: (components['schemas']['GrantedByRule'] | components['schemas']['RedactedRuleResponse'])[];
      /** @enum {string} */
      status: 'viaRule' | 'none';
    };
    ConnectionDecisionsResponse: {
      /** @description Held and unmanaged ones count. */
      allowedTools: number;
      anyApproval: boolean;
      anyRateLimit: boolean;
      totalTools: number;
    };
    ConnectionGrantRequest: {
      /**
       * @description `full`: the whole app, tools added later included. `custom`: the named tools and nothing else.
       * @enum {string}
       */
      access: 'full' | 'custom';
      /** @description Tool ids; required for `custom`. */
      allow?: string[];
      /** @description Tool ids that need a decision of a person per request; required for `custom`. */
      ask?: string[];
      /** @description Absent keeps what is stored, null removes the restriction. */
      resources?: {
        driveFolders?: string[];
        folders?: string[];
        repositories?: string[];
      } | null;
    } & ((
      | {
          /** @enum {unknown} */
          access: 'full';
        }
      | {
          allow: unknown;
          ask: unknown;
        }
    ) &
      (
        | {
            /** @enum {unknown} */
            access: 'full';
          }
        | {
            allow?: unknown;
          }
        | {
            ask?: unknown;
          }
      ));
    ConnectionGrantsResponse: {
      agents: components['schemas']['AgentOnConnectionResponse'][];
      connectionId: string;
    };
    ConnectionOfferResponse: {
      display_name: string;
      id: string;
      label: string | null;
      provider: string;
    };
    ConnectionResponse: {
      /**
       * Format: date-time
       * @description When it was first connected.
       */
      connectedAt: string;
      id: string;
      label: string | null;
      /** @description What the provider said of the account; no secrets. */
      metadata: {
        [key: string]: unknown;
      } | null;
      /** @description Id of the app. */
      provider: string;
      /** @enum {string} */
      scope: 'workspace' | 'organization';
      /** @description As granted by the provider; empty when it did not say. */
      scopes: string[];
      /**
       * @description Only `connected` ones are used by the gateway.
       * @enum {string}
       */
      status: 'connected' | 'expired' | 'error';
    };
    ConnectionTargetRequest: {
      /** @description A connection shared by the organization. */
      connectionId: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: 'ConnectionTargetRequest';
      tools?: string[] | null;
    };
    ConnectionTargetResponse: {
      connectionId: string;
      /** @enum {string} */
      kind: 'connection';
      tools: string[];
    };
    ContainerConfigResponse: {
      /** @description PEM of the gateway certificate authority. */
      caCertificate: string;
      caCertificateContainerPath: string;
      credentialStubs?: components['schemas']['ContainerStubResponse'][];
      /** @description Variables of the process. Those of `x-certificate-variables` have the path of the certificate. */
      env: {
        [key: string]: string;
      };
      warnings?: string[];
    };
    ContainerStubResponse: {
      containerPath: string;
      content: string;
    };
    ConversationPageResponse: {
      conversations: components['schemas']['ConversationResponse'][];
      hasMore: boolean;
    };
    ConversationResponse: {
      agentId: string;
      /** Format: date-time */
      createdAt: string;
      /** @description True: it belongs to one user alone. */
      direct: boolean;
      /** @description Its id in that source. */
      externalRef: string | null;
      id: string;
      /**
       * @description The door that opened it.
       * @enum {string}
       */
      source: 'web' | 'slack' | 'cron' | 'watch';
      title: string | null;
      /** Format: date-time */
      updatedAt: string;
      userId: string | null;
    };
    CountsResponse: {
      /** @description Agents of the workspace. */
      agents: number;
      /** @description Hosted agents with background work. */
      agentsWorkingInBackground: number;
      /** @description Connected apps, workspace and organization level. */
      apps: number;
      /** @description LLM secrets of both levels. */
      llms: number;
      /** @description Generic secrets of both levels. */
      secrets: number;
    };
    CreateAgentRequest: {
      /** @description Hosted agents only. */
      harness?: string;
      identifier: string;
      /** @description Hosted agents only. */
      instructions?: string;
      /** @enum {string} */
      kind?: 'byo' | 'hosted';
      name: string;
      parentIdentifier?: string;
    } & (
      | {
          /** @enum {unknown} */
          kind: 'hosted';
        }
      | unknown
    );
    CreateConversationRequest: {
      agentId: string;
      externalRef?: string;
      /** @enum {string} */
      source?: 'web' | 'slack' | 'cron' | 'watch';
      title?: string;
    } & (
      | {
          /** @enum {unknown} */
          source?: 'web' | 'slack';
        }
      | unknown
    );
    CreatedAgentResponse: {
      /** Format: date-time */
      createdAt: string;
      harness: string | null;
      id: string;
      identifier: string;
      instructions: string | null;
      /** @enum {string} */
      kind: 'byo' | 'hosted';
      /** @description LLM secrets granted at creation, oldest first. */
      llmKeys: string[];
      model: string | null;
      name: string;
    };
    CreatedInvitationResponse: {
      /** @description Whether the mail server took the invitation during this request. False without mail delivery, for an address that unsubscribed, and while the server is still trying. */
      emailed: boolean;
      /** Format: uuid */
      id: string;
      /** @description The link that accepts the invitation; shown only here and in the mail. */
      joinUrl: string;
    };
    CreatedMemberResponse: {
      email: string;
      /** Format: date-time */
      joinedAt: string;
      name: string | null;
      /** @enum {string} */
      role: 'member';
      /** @enum {string} */
      status: 'active';
      userId: string;
    };
    CreateDomainRequest: {
      /** @example acme.com */
      domain: string;
    };
    CreatedOrganizationResponse: {
      organizationId: string;
      /** @description The workspace the new organization starts with. */
      workspaceId: string;
    };
    CreatedPartnerOrgResponse: {
      /** @description Of the default agent; shown only here. */
      agentToken: string;
      /** @description Whoever opens it may take the organization over. */
      claimUrl: string;
      organizationId: string;
      /** @description Shown only here. */
      orgApiKey: string;
      /** @description Shown only here. */
      projectApiKey: string;
      /** @description The default project: a workspace. */
      projectId: string;
    };
    CreatedPartnerResponse: {
      owner: components['schemas']['PartnerMemberResponse'];
      /** @description Null for an owner who can sign in already. */
      ownerSetupUrl: string | null;
      partner: components['schemas']['PartnerResponse'];
      /** @description Shown only here. */
      partnerApiKey: string;
    };
    CreatedPresenceResponse: {
      /** @description Slack's page that asks whether to install the app. */
      installUrl: string | null;
      presenceId: string;
      /** @description The app's page in Slack. */
      settingsUrl: string;
      /**
       * @description Whether Slack calls this server, or it holds a socket to Slack.
       * @enum {string}
       */
      transport: 'events' | 'socket';
    };
    CreatedScimTokenResponse: {
      /** Format: date-time */
      createdAt: string;
      /** @description Null once their account is deleted. */
      createdByEmail: string | null;
      id: string;
      label: string;
      /** Format: date-time */
      lastUsedAt: string | null;
      /** @description Shown only here. */
      token: string;
    };
    CreatedSecretResponse: {
      /** @description Agents that had no LLM key and were given this one. */
      attachedAgents: string[];
      /** Format: date-time */
      createdAt: string;
      hostPattern: string;
      id: string;
      name: string;
      opRef: string | null;
      pathPattern: string | null;
      /** @description The masked value; inline secrets only, shown once. */
      preview?: string;
      /** @enum {string} */
      type: 'anthropic' | 'openai' | 'generic';
      /** @enum {string} */
      valueSource: 'inline' | 'onepassword';
    };
    CreatedWorkspaceResponse: {
      agentCount: number;
      /** @description The creator's API key for the new workspace. */
      apiKey: string;
      /** @description Whether the caller may rename and delete the workspace. */
      canManage: boolean;
      /** Format: date-time */
      createdAt: string;
      id: string;
      name: string | null;
      /** @description The person who created the workspace. */
      owner: components['schemas']['WorkspaceOwner'] | null;
      /** @description Secrets and connected connections of the workspace and those it inherits from the organization. */
      resourceCount: number;
      slug: string | null;
    };
    CreateGroupRequest: {
      name: string;
    };
    CreateInvitationRequest: {
      /** Format: email */
      email: string;
      /** @enum {string} */
      role: 'admin' | 'member';
    };
    CreateMemberRequest: {
      /** Format: email */
      email: string;
      name?: string;
    };
    CreateMemoryRequest: {
      /** @description Markdown. */
      content: string;
      /** @description What the index says. */
      description?: string | null;
      /** @description Never changes. */
      key: string;
      title?: string | null;
    };
    CreateOrganizationRequest: {
      /** @example Acme */
      name: string;
    };
    CreateOrgSecretRequest: {
      /** @description A host, or `*.` and a domain that is no public suffix. */
      hostPattern: string;
      /** @description Required for `generic`, ignored for the other types. */
      injectionConfig?:
        | (
            | {
                /** @description No header that frames the message, nor one of the gateway. */
                headerName: string;
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with `{value}` exactly once. */
                pathTemplate: string;
              }
            | {
                /** @description RE2 syntax. */
                pathRegex: string;
                pathReplacement: string;
              }
          )
        | null;
      name: string;
      /** @description For display only. */
      opDisplay?: components['schemas']['OnePasswordDisplayRequest'];
      /** @description Required for `onepassword`: `op://vault/item/field`. */
      opRef?: string;
      /** @description Blank covers every path. */
      pathPattern?: string;
      /** @enum {string} */
      type: 'anthropic' | 'openai' | 'generic';
      /** @description Required for `inline`. Never returned. */
      value?: string;
      /**
       * @description Default `inline`.
       * @enum {string}
       */
      valueSource?: 'inline';
    } & ((
      | {
          /** @enum {unknown} */
          valueSource: 'onepassword';
        }
      | {
          value: unknown;
        }
    ) &
      (
        | {
            /** @enum {unknown} */
            valueSource?: 'inline';
          }
        | {
            opRef: unknown;
          }
      ) &
      (
        | {
            /** @enum {unknown} */
            type: 'anthropic' | 'openai';
          }
        | {
            injectionConfig: Record<string, unknown>;
          }
      ));
    CreateOrgSkillRequest: {
      /** @description Markdown. */
      content: string;
      /** @description Tells the agent when to load the skill. */
      description: string;
      enabled?: boolean;
      files?: components['schemas']['SkillFileRequest'][];
      /** @description Never changes. */
      name: string;
    } & {
      name: unknown;
    };
    CreatePartnerOrgRequest: {
      name: string;
    };
    CreatePartnerProjectRequest: {
      name: string;
    };
    CreatePartnerRequest: {
      name: string;
      /** Format: email */
      ownerEmail: string;
      /** @description Made of the name when absent. */
      slug?: string;
    };
    CreatePartnerSecretRequest: {
      /** @description A host, or `*.` and a domain that is no public suffix. */
      hostPattern: string;
      /** @description Required for `generic`, ignored for the other types. */
      injectionConfig?:
        | (
            | {
                /** @description No header that frames the message, nor one of the gateway. */
                headerName: string;
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with `{value}` exactly once. */
                pathTemplate: string;
              }
            | {
                /** @description RE2 syntax. */
                pathRegex: string;
                pathReplacement: string;
              }
          )
        | null;
      name: string;
      /** @description For display only. */
      opDisplay?: components['schemas']['OnePasswordDisplayRequest'];
      /** @description Refused. */
      opRef?: string;
      /** @description Blank covers every path. */
      pathPattern?: string;
      /** @enum {string} */
      type: 'anthropic' | 'openai' | 'generic';
      /** @description Required for `inline`. Never returned. */
      value?: string;
      /**
       * @description Default `inline`.
       * @enum {string}
       */
      valueSource?: 'inline';
    } & ((
      | {
          /** @enum {unknown} */
          valueSource: 'onepassword';
        }
      | {
          value: unknown;
        }
    ) &
      (
        | {
            /** @enum {unknown} */
            valueSource?: 'inline';
          }
        | {
            opRef: unknown;
          }
      ) &
      (
        | {
            /** @enum {unknown} */
            type: 'anthropic' | 'openai';
          }
        | {
            injectionConfig: Record<string, unknown>;
          }
      ));
    CreateRoleMappingRequest: {
      groupId: string;
      /** @description Higher wins; below all others by default. */
      priority?: number;
      /** @enum {string} */
      role: 'admin' | 'member';
    };
    CreateRuleRequest: {
      /**
       * @description `rate_limit` and `manual_approval` are stored as `allow` with the modifier.
       * @enum {string}
       */
      action: 'allow' | 'block' | 'rate_limit' | 'manual_approval';
      conditions?:
        | {
            /** @description Dotted path into a JSON body. */
            key?: string;
            /** @enum {string} */
            operator: 'contains';
            /** @enum {string} */
            target: 'body';
            value: string;
          }[]
        | {
            driveFolders?: string[];
            folders?: string[];
            repositories?: string[];
          };
      description?: string;
      /** @description Default true. */
      enabled?: boolean;
      /** @description Empty: everyone, for decisions; no one, for injection. */
      identities?: components['schemas']['RuleIdentityRequest'][];
      name: string;
      /** @description Requests per window and agent. */
      rateLimit?: number;
      /** @enum {string} */
      rateLimitWindow?: 'minute' | 'hour' | 'day';
      /** @description Every matching request waits for a person. */
      requireApproval?: boolean;
      targets: (
        | components['schemas']['AppTargetRequest']
        | components['schemas']['ConnectionTargetRequest']
        | components['schemas']['SecretTargetRequest']
        | components['schemas']['NetworkTargetRequest']
      )[];
    } & ((
      | {
          /** @enum {unknown} */
          action?: 'allow' | 'block' | 'manual_approval';
        }
      | {
          rateLimit: unknown;
          rateLimitWindow: unknown;
        }
    ) &
      (
        | {
            rateLimit: unknown;
            rateLimitWindow: unknown;
          }
        | unknown
      ) &
      (
        | {
            /** @enum {unknown} */
            action?: 'allow' | 'rate_limit' | 'manual_approval';
          }
        | {
            rateLimit?: null;
            rateLimitWindow?: null;
            /** @constant */
            requireApproval?: false;
          }
      ) &
      (
        | {
            conditions?: unknown;
          }
        | {
            /** @enum {unknown} */
            action?: 'allow' | 'rate_limit' | 'manual_approval';
            targets?: unknown;
          }
      ));
    CreateScheduleRequest: {
      name: string;
      /** @description What the agent is told. */
      prompt: string;
      /**
       * @description A cron expression of five fields, or a nickname such as `@daily`. It must come some day.
       * @example 0 9 * * MON
       */
      schedule: string;
      /**
       * @description A zone of IANA.
       * @example Europe/London
       */
      timezone: string;
    };
    CreateScimTokenRequest: {
      /** @example Okta */
      label: string;
    };
    CreateSecretRequest: {
      /** @description A host, or `*.` and a domain that is no public suffix. */
      hostPattern: string;
      /** @description Required for `generic`, ignored for the other types. */
      injectionConfig?:
        | (
            | {
                /** @description No header that frames the message, nor one of the gateway. */
                headerName: string;
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with `{value}` exactly once. */
                pathTemplate: string;
              }
            | {
                /** @description RE2 syntax. */
                pathRegex: string;
                pathReplacement: string;
              }
          )
        | null;
      name: string;
      /** @description For display only. */
      opDisplay?: components['schemas']['OnePasswordDisplayRequest'];
      /** @description Required for `onepassword`: `op://vault/item/field`. */
      opRef?: string;
      /** @description Blank covers every path. */
      pathPattern?: string;
      /** @enum {string} */
      type: 'anthropic' | 'openai' | 'generic';
      /** @description Required for `inline`. Never returned. */
      value?: string;
      /**
       * @description Default `inline`.
       * @enum {string}
       */
      valueSource?: 'inline' | 'onepassword';
    } & ((
      | {
          /** @enum {unknown} */
          valueSource: 'onepassword';
        }
      | {
          value: unknown;
        }
    ) &
      (
        | {
            /** @enum {unknown} */
            valueSource?: 'inline';
          }
        | {
            opRef: unknown;
          }
      ) &
      (
        | {
            /** @enum {unknown} */
            type: 'anthropic' | 'openai';
          }
        | {
            injectionConfig: Record<string, unknown>;
          }
      ));
    CreateSkillRequest: {
      /** @description A hosted agent, whose skill it becomes; without it the skill is for all agents of the workspace. */
      agentId?: string;
      /** @description Markdown. */
      content: string;
      /** @description Tells the agent when to load the skill. */
      description: string;
      enabled?: boolean;
      files?: components['schemas']['SkillFileRequest'][];
      /** @description Never changes. */
      name: string;
    } & {
      name: unknown;
    };
    CreateSsoConnectionRequest: {
      /** @description OpenID Connect. */
      clientId?: string;
      /** @description OpenID Connect. Kept sealed and never shown. */
      clientSecret?: string;
      displayName: string;
      /** @description OpenID Connect: exactly as the provider shows it. */
      issuer?: string;
      /** @description SAML: where the provider publishes its metadata. This or `metadataXml`. */
      metadataUrl?: string;
      /** @description SAML: the metadata of the provider themselves. */
      metadataXml?: string;
      /** @enum {string} */
      type: 'saml' | 'oidc';
    } & ((
      | ({
          /** @enum {unknown} */
          type: 'saml';
        } & unknown &
          (
            | {
                metadataUrl: unknown;
              }
            | {
                metadataXml: unknown;
              }
          ))
      | ({
          /** @enum {unknown} */
          type: 'oidc';
        } & unknown & {
            clientId: unknown;
            clientSecret: unknown;
            issuer: unknown;
          })
    ) & {
      issuer?: unknown;
    });
    CreateUserLinkRequest: {
      /**
       * @description The id of the user in Slack.
       * @example U024BE7LH
       */
      externalUserId: string;
      userId: string;
    };
    CreateWorkspaceRequest: {
      /** @example Operations */
      name: string;
    };
    CredentialStubListResponse: {
      agents: string[];
    };
    CredentialStubResponse: {
      /** @enum {string} */
      agent: 'codex';
      /** @enum {string} */
      authMode: 'oauth' | 'api-key';
      content: string;
      filePath: string;
      permissions: string;
    };
    CurrentSessionResponse: {
      session: components['schemas']['AuthSession'];
      user: components['schemas']['AuthUser'];
    };
    DecidedByDefault: {
      /** @enum {string} */
      kind: 'default';
      /** @enum {string} */
      scope: 'organization' | 'workspace';
    };
    DecidedByRule: {
      /** @enum {string} */
      kind: 'rule';
      rule: components['schemas']['DecidingRuleResponse'];
      /** @enum {string} */
      scope: 'organization' | 'workspace';
    };
    DecidedResponse: {
      success: boolean;
    };
    DecidingRuleResponse: {
      /** @enum {string} */
      action: 'allow' | 'block';
      logicalId: string;
      name: string;
      rateLimit: number | null;
      /** @enum {string|null} */
      rateLimitWindow: 'minute' | 'hour' | 'day' | null;
      requireApproval: boolean;
      /** @enum {string} */
      source: 'custom' | 'default' | 'blocklist' | 'grant';
    };
    DecisionRequest: {
      /** @enum {string} */
      decision: 'approve' | 'deny';
    };
    DeleteChannelRequest: {
      /**
       * @description Also takes the app away in Slack, as far as Slack lets us.
       * @default false
       */
      deleteRemote: boolean;
    };
    DeletedAccountResponse: {
      deletedOrganizationIds: string[];
      success: boolean;
    };
    DeletedOrganizationResponse: {
      id: string;
      name: string;
      pendingInvitations: number;
      unclaimedProvisions: number;
      workspaces: components['schemas']['DepartingWorkspaceResponse'][];
    };
    DeletionBlockerResponse: {
      /** @description The partner's for `partner_owner`. */
      organizationId: string;
      organizationName: string;
      /** @description Suspended members count, unclaimed accounts do not. */
      otherMembers: number;
      /** @enum {string} */
      reason: 'owner_with_members' | 'partner_owner';
    };
    DeletionImpactResponse: {
      apiKeysRevoked: number;
      blockers: components['schemas']['DeletionBlockerResponse'][];
      /** @description Whether nothing blocks the deletion now; it is judged again when it happens. */
      canDelete: boolean;
      /** @description Organizations you are alone in. */
      organizationsDeleted: components['schemas']['DeletedOrganizationResponse'][];
      /** @description Organizations you share with others. */
      organizationsLeft: components['schemas']['LeftOrganizationResponse'][];
      sessionsRevoked: number;
    };
    DepartingWorkspaceResponse: {
      /** @description Chat apps installed for its agents; they go with it. */
      channelApps: components['schemas']['ChannelAppResponse'][];
      id: string;
      name: string | null;
    };
    DepartureImpactResponse: {
      /** @description Deleted with everything in them. */
      workspacesDeleted: components['schemas']['DepartingWorkspaceResponse'][];
    };
    DependentsResponse: {
      orgConnections: number;
      workspaceConnections: number;
    };
    DeviceLoginOptionsResponse: {
      organizations: components['schemas']['DeviceLoginOrganizationResponse'][];
    };
    DeviceLoginOrganizationResponse: {
      id: string;
      name: string;
      /** @description The same, for older clients */
      projects: components['schemas']['DeviceLoginWorkspaceResponse'][];
      workspaces: components['schemas']['DeviceLoginWorkspaceResponse'][];
    };
    DeviceLoginPollResponse: {
      /** @description With `ok`, which is answered once */
      api_key?: string;
      /** @enum {string} */
      status: 'pending' | 'ok' | 'expired';
      /** @description With `ok` */
      workspace_id?: string;
    };
    DeviceLoginResponse: {
      /**
       * Format: uri
       * @description The page on which a person confirms the login
       */
      auth_url: string;
      /** @description Polled with, 32 hexadecimal characters */
      code: string;
    };
    DeviceLoginWorkspaceResponse: {
      id: string;
      name: string | null;
    };
    DisconnectedResponse: {
      /** @enum {string} */
      status: 'disconnected';
    };
    DomainResponse: {
      /** Format: date-time */
      createdAt: string;
      /** @description ASCII, lower case. */
      domain: string;
      id: string;
      /** @description Ready to copy; either of them is enough. */
      txtRecords: components['schemas']['TxtRecordResponse'][];
      /** @description Public: it goes into DNS. */
      verificationToken: string;
      /**
       * Format: date-time
       * @description Null while it is only claimed.
       */
      verifiedAt: string | null;
    };
    DriveFolderResponse: {
      /** @description There are more than were counted. */
      countCapped: boolean;
      /** @description Null: not known. */
      fileCount: number | null;
      id: string;
      /** @enum {string} */
      kind: 'folder' | 'sharedDrive';
      name: string;
      /** @description Null: not known. */
      subfolderCount: number | null;
    };
    DropboxFolderResponse: {
      id: string;
      name: string;
      pathDisplay: string;
      pathLower: string;
    };
    EffectiveAgentResponse: {
      /** @enum {string} */
      access: 'none' | 'usable' | 'limited' | 'blocked' | 'unknown';
      agentId: string;
      credential: components['schemas']['ConnectionCredentialResponse'];
      decisions: components['schemas']['ConnectionDecisionsResponse'] | null;
      name: string;
    };
    EffectiveAgentsResponse: {
      agents: components['schemas']['EffectiveAgentResponse'][];
      /** @description Whether the tools of the app are known. */
      catalog: boolean;
      connectionId: string;
      provider: string;
    };
    EffectiveAppPermissionsResponse: {
      basis: components['schemas']['PermissionBasisResponse'];
      /** @description An empty list reaches nothing. */
      effectiveResources: {
        [key: string]: string[];
      } | null;
      groups: components['schemas']['EffectiveToolGroupResponse'][];
      orgResources: {
        [key: string]: string[];
      } | null;
      provider: string;
      /** @description Rules about somebody in particular that this view cannot show. */
      variesByIdentity: number;
    };
    EffectiveConnectionResponse: {
      id: string;
      /** @enum {string} */
      kind: 'connection';
      label: string | null;
      /** @description The organization alone blocks every tool. */
      orgBlocked: boolean;
      provenance: (components['schemas']['GrantedByRule'] | components['schemas']['RedactedRuleResponse'])[];
      provider: string;
      /** @enum {string} */
      status: 'usable' | 'limited' | 'blocked' | 'unknown';
    };
    EffectiveCredentialsResponse: {
      agentId: string;
      connections: components['schemas']['EffectiveConnectionResponse'][];
      /** @enum {string} */
      mode: 'selective';
      secrets: components['schemas']['EffectiveSecretResponse'][];
    };
    EffectiveRulesResponse: {
      /** @description Null for who may not see them. */
      organization: components['schemas']['PolicyRuleResponse'][] | null;
      organizationDefault: components['schemas']['PolicyRuleResponse'] | null;
      /** @description First match order; grants are rules too. */
      workspace: components['schemas']['PolicyRuleResponse'][];
      workspaceDefault: components['schemas']['PolicyRuleResponse'];
    };
    EffectiveSecretResponse: {
      host: string;
      id: string;
      /** @enum {string} */
      kind: 'secret';
      name: string;
      provenance: (components['schemas']['GrantedByRule'] | components['schemas']['RedactedRuleResponse'])[];
      /** @enum {string} */
      status: 'usable' | 'blocked';
    };
    EffectiveToolGroupResponse: {
      /** @enum {string} */
      category: 'read' | 'write';
      tools: components['schemas']['EffectiveToolResponse'][];
      /** @enum {string} */
      verdict: 'allow' | 'approval' | 'block' | 'mixed' | 'unmanaged';
    };
    EffectiveToolResponse: {
      decidedBy:
        | (
            | components['schemas']['DecidedByRule']
            | components['schemas']['RedactedRuleResponse']
            | components['schemas']['DecidedByDefault']
          )
        | null;
      /**
       * @description What the organization alone says; null when it says nothing.
       * @enum {string|null}
       */
      orgCeiling: 'allow' | 'approval' | 'block' | null;
      rateLimit: number | null;
      /** @enum {string|null} */
      rateLimitWindow: 'minute' | 'hour' | 'day' | null;
      toolId: string;
      /**
       * @description `mixed`: methods, paths or accounts disagree.
       * @enum {string}
       */
      verdict: 'allow' | 'approval' | 'block' | 'mixed' | 'unmanaged';
    };
    FirstUserResponse: {
      /** Format: email */
      email: string;
      id: string;
      name: string | null;
    };
    FollowUpOutcomeRequest: {
      /** @enum {string} */
      outcome: 'joined' | 'missed';
      turnId: string;
    };
    GatewayUrlResponse: {
      /** @description Origin of the gateway, without path or trailing slash. */
      url: string;
    };
    GrantedByRule: {
      /** @enum {string} */
      kind: 'rule';
      rule: components['schemas']['RuleNameResponse'];
      /** @enum {string} */
      scope: 'organization' | 'workspace';
    };
    GrantedConnectionResponse: {
      /** @enum {string} */
      access: 'full' | 'custom';
      allow: string[];
      ask: string[];
      connectionId: string;
      label: string | null;
      provider: string;
      /** @description Narrows a connection to some resources; exactly one key. */
      resources: {
        driveFolders?: string[];
        folders?: string[];
        repositories?: string[];
      } | null;
      /** @enum {string} */
      scope: 'workspace' | 'organization';
    };
    GrantedSecretResponse: {
      name: string;
      /** @enum {string} */
      scope: 'workspace' | 'organization';
      secretId: string;
      /** @enum {string} */
      type: 'anthropic' | 'openai' | 'generic';
    };
    GrantsSummaryResponse: {
      entries: components['schemas']['GrantSummaryEntryResponse'][];
      /** @enum {string} */
      mode: 'grants';
      total: number;
    };
    GrantSummaryEntryResponse: {
      /** @description Apps only. */
      connectionId?: string;
      /** @description Secrets only. */
      id?: string;
      /** @enum {string} */
      kind: 'app' | 'secret' | 'llm';
      /** @description Apps only. */
      label?: string | null;
      /** @description Secrets only. */
      name?: string;
      /** @description Apps only. */
      provider?: string;
    };
    GroupAccessResponse: {
      /** Format: date-time */
      createdAt: string;
      groupId: string;
      /** @description Of the entry, not of the group. */
      id: string;
      memberCount: number;
      name: string;
    };
    GroupMemberPageResponse: {
      data: components['schemas']['GroupMemberResponse'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    GroupMemberResponse: {
      /** Format: date-time */
      addedAt: string;
      email: string;
      name: string | null;
      userId: string;
    };
    GroupPageResponse: {
      data: components['schemas']['GroupResponse'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    GroupResponse: {
      /** Format: date-time */
      createdAt: string;
      externalId: string | null;
      id: string;
      /** @description Suspended members count. */
      memberCount: number;
      name: string;
      /**
       * @description `scim`: written by the identity provider only.
       * @enum {string}
       */
      source: 'manual' | 'scim';
      /** Format: date-time */
      updatedAt: string;
    };
    GroupThreadResponse: {
      /** Format: date-time */
      createdAt: string;
      /** @description The channel and the thread in it. */
      externalThreadId: string;
    };
    HealthResponse: {
      /** @enum {string} */
      status: 'ok';
      /** Format: date-time */
      timestamp: string;
      /** @description Version of the server, `unknown` when it was not stamped. */
      version: string;
    };
    HeldAgentResponse: {
      externalId: string | null;
      id: string;
      name: string;
    };
    HomeFileResponse: {
      content: string;
      path: string;
    };
    ImportedAgentRequest: {
      identifier: string;
      /** @description Accepted and not stored. */
      isDefault?: boolean | null;
      name: string;
      /** @description Accepted and not stored. */
      secretMode?: string | null;
    };
    ImportedResponse: {
      agents: number;
      /** @description Always 0; kept for clients of earlier versions. */
      agentSecrets: number;
      /** @description Always 0; kept for clients of earlier versions. */
      rules: number;
      secrets: number;
    };
    ImportedSecretRequest: {
      hostPattern: string;
      injectionConfig?:
        | (
            | {
                /** @description No header that frames the message, nor one of the gateway. */
                headerName: string;
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with `{value}` exactly once. */
                pathTemplate: string;
              }
            | {
                /** @description RE2 syntax. */
                pathRegex: string;
                pathReplacement: string;
              }
          )
        | null;
      /** @description Accepted and not stored. It is built from the value. */
      metadata?: unknown;
      name: string;
      pathPattern?: string | null;
      /** @enum {string} */
      type: 'anthropic' | 'openai' | 'generic';
      value: string;
    } & (
      | {
          /** @enum {unknown} */
          type: 'anthropic' | 'openai';
        }
      | {
          injectionConfig: Record<string, unknown>;
        }
    );
    InboundAnswer: {
      /** @description What Slack sent to see whether somebody is here. */
      challenge?: string;
      /** @enum {boolean} */
      ok?: true;
    };
    InstallCompleteRequest: {
      /** @description `migrate` or `cli-install`; anything else, of whatever type, means `install` */
      type?: unknown;
    };
    InstallCompleteResponse: {
      ok: boolean;
    };
    InstanceBootstrapResponse: {
      /** @description Mail can be sent */
      emailDelivery: boolean;
      /** @description No user exists yet */
      firstAccount: boolean;
      /** @description What the operator should still configure: `app-url-unset` */
      problems: string[];
      /** @enum {string} */
      registration: 'open' | 'invite' | 'closed';
      setupTokenRequired: boolean;
      signIn: components['schemas']['SignInMethodsResponse'];
    };
    InstanceResponse: {
      /** @enum {string} */
      edition: 'onprem' | 'cloud';
      /** @description Whether Enterprise features are available */
      entitled: boolean;
      runners: components['schemas']['RunnersResponse'];
      version: string;
    };
    IntegrationResponse: {
      /** Format: date-time */
      credentialsRotatedAt: string | null;
      /** @description The id of the Slack workspace. */
      externalId: string;
      /** @description Whether apps can be made for agents. */
      hasCredentials: boolean;
      name: string | null;
      /** @description The token that was stored is refused; paste a new one. */
      needsCredentials: boolean;
      presenceCount: number;
      /** @enum {string} */
      provider: 'slack';
    };
    InvalidatedResponse: {
      invalidated: boolean;
    };
    InvitationLookupResponse: {
      /** Format: email */
      email: string;
      /** Format: date-time */
      expiresAt: string;
      organizationName: string;
      organizationSlug: string;
    };
    InvitationResponse: {
      /** Format: date-time */
      createdAt: string;
      /** Format: email */
      email: string;
      /** Format: date-time */
      expiresAt: string;
      /** Format: uuid */
      id: string;
      /** Format: email */
      invitedByEmail: string;
      /** @enum {string} */
      role: 'admin' | 'member';
      /** @enum {string} */
      status: 'pending' | 'expired';
    };
    InvitationTokenRequest: {
      token: string;
    };
    ItemFieldResponse: {
      fieldType: string;
      id: string;
      sectionId?: string;
      title: string;
    };
    ItemFieldsResponse: {
      fields: components['schemas']['ItemFieldResponse'][];
      sections: components['schemas']['VaultTitleResponse'][];
    };
    LastPublishResponse: {
      /** Format: date-time */
      appliedAt: string;
      appliedBy: components['schemas']['PublisherResponse'] | null;
      generation: number;
      /** @description The Default Rule counts. */
      ruleCount: number;
    };
    LatestConnectionResponse: {
      /** Format: date-time */
      connectedAt: string;
      scopes: string[];
      /** @enum {string} */
      status: 'connected' | 'expired' | 'error';
    };
    LeftOrganizationResponse: {
      id: string;
      name: string;
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member';
      workspacesDeleted: components['schemas']['DepartingWorkspaceResponse'][];
      /** @description Workspaces of the organization that stay. */
      workspacesKept: number;
    };
    LimitUsageResponse: {
      /** @description Of `pending_bytes` what the workspace has that has most, of `streams` what is open at the process that answers, of `organizations` what you own. */
      current: number;
      /** @enum {string} */
      kind:
        | 'agents'
        | 'secrets'
        | 'connections'
        | 'grants'
        | 'blocked_hosts'
        | 'members'
        | 'groups'
        | 'invitations'
        | 'conversations'
        | 'schedules'
        | 'memories'
        | 'skills'
        | 'rules'
        | 'domains'
        | 'workspaces'
        | 'stored_bytes'
        | 'pending_bytes'
        | 'streams'
        | 'organizations';
      /**
       * @description The setting of this server.
       * @enum {string}
       */
      limit:
        | 'LIMIT_STORED_BYTES'
        | 'LIMIT_PENDING_BYTES'
        | 'LIMIT_OBJECTS'
        | 'LIMIT_RULES'
        | 'LIMIT_WORKSPACES'
        | 'LIMIT_STREAMS'
        | 'LIMIT_ORGANIZATIONS_PER_PERSON';
      /** @description Null is unlimited. */
      max: number | null;
    };
    LinkedUserResponse: {
      email: string;
      id: string;
      name: string | null;
    };
    ListedOrganizationResponse: {
      id: string;
      name: string;
      /**
       * @description The caller's role.
       * @enum {string}
       */
      role: 'owner' | 'admin' | 'member';
      slug: string;
    };
    LivenessResponse: {
      /** @enum {string} */
      status: 'ok';
      version: string;
    };
    LlmAmountsResponse: {
      cacheReadTokens: number;
      cacheWriteTokens: number;
      /** @description The same in US cents, rounded down. */
      costCents: number;
      /** @description Exactly, in US cents by 10^9; whole, and of any length. */
      costNanoCents: string;
      /** @description Those of them whose tokens are an estimate. */
      estimatedRequests: number;
      inputTokens: number;
      outputTokens: number;
      /** @description Calls that cost something. */
      requests: number;
    };
    LlmUsageLineResponse: {
      agentId: string;
      agentName: string;
      cacheReadTokens: number;
      cacheWriteTokens: number;
      /** @description The same in US cents, rounded down. */
      costCents: number;
      /** @description Exactly, in US cents by 10^9; whole, and of any length. */
      costNanoCents: string;
      /**
       * Format: date
       * @description In UTC.
       */
      day: string;
      /** @description Those of them whose tokens are an estimate. */
      estimatedRequests: number;
      inputTokens: number;
      /** @description `unknown` where nothing named it, `other` for what is no name. */
      model: string;
      outputTokens: number;
      /** @description As in the table of prices. */
      provider: string;
      /** @description Calls that cost something. */
      requests: number;
      workspaceId: string;
    };
    LlmUsageResponse: {
      /**
       * Format: date
       * @description The first day that counts.
       */
      from: string;
      items: components['schemas']['LlmUsageLineResponse'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
      /**
       * Format: date
       * @description The last day that counts.
       */
      to: string;
      /** @description Of all lines, whatever the page shows. */
      total: components['schemas']['LlmAmountsResponse'];
    };
    LookupSsoConfirmationRequest: {
      /** @description As the address of the page carries it. */
      confirm: string;
    };
    LookupTokenRequest: {
      token: string;
    };
    MemberDetailsResponse: {
      email: string;
      /** @description The first hundred by name. */
      groups: components['schemas']['MemberGroupResponse'][];
      /** Format: date-time */
      joinedAt: string;
      /** Format: date-time */
      lastLoginAt: string | null;
      name: string | null;
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member';
      /** @description Whether the role follows from groups and cannot be changed by hand. */
      roleManagedByIdp: boolean;
      /** @description Whether required single sign-on spares the person. */
      ssoExempt: boolean;
      /** @description The link to the organization's identity provider. */
      ssoIdentity: components['schemas']['SsoIdentityResponse'] | null;
      /** @enum {string} */
      status: 'active' | 'suspended';
      userId: string;
    };
    MemberGroupResponse: {
      id: string;
      name: string;
      /** @enum {string} */
      source: 'manual' | 'scim';
    };
    MemberPageResponse: {
      data: components['schemas']['MemberResponse'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    MemberResponse: {
      email: string;
      /** Format: date-time */
      joinedAt: string;
      /** Format: date-time */
      lastLoginAt: string | null;
      name: string | null;
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member';
      /** @description Whether the role follows from groups and cannot be changed by hand. */
      roleManagedByIdp: boolean;
      /** @description Whether required single sign-on spares the person. */
      ssoExempt: boolean;
      /** @enum {string} */
      status: 'active' | 'suspended';
      userId: string;
    };
    MemoryDetailResponse: {
      agentId: string;
      content: string;
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      id: string;
      key: string;
      /** @description How many changes there were. */
      lastRevisionSeq: number;
      latestRevision: components['schemas']['MemoryRevisionResponse'] | null;
      title: string | null;
      /** Format: date-time */
      updatedAt: string;
    };
    MemoryHitResponse: {
      description: string | null;
      id: string;
      key: string;
      rank: number;
      /** @description Plain text; what matches stands between `**`. */
      snippet: string;
      title: string | null;
      /** Format: date-time */
      updatedAt: string;
    };
    MemoryIndexRowResponse: {
      agentId: string;
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      id: string;
      key: string;
      /** @description How many changes there were. */
      lastRevisionSeq: number;
      title: string | null;
      /** Format: date-time */
      updatedAt: string;
    };
    MemoryListResponse: {
      /** @description With `q`: up to 8, best first. */
      hits?: components['schemas']['MemoryHitResponse'][];
      /** @description Without `q`: all, by key. */
      memories?: components['schemas']['MemoryIndexRowResponse'][];
    };
    MemoryResponse: {
      agentId: string;
      content: string;
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      id: string;
      key: string;
      /** @description How many changes there were. */
      lastRevisionSeq: number;
      title: string | null;
      /** Format: date-time */
      updatedAt: string;
    };
    MemoryRevisionListResponse: {
      revisions: components['schemas']['MemoryRevisionPreviewResponse'][];
    };
    MemoryRevisionPreviewResponse: {
      authorEmail: string | null;
      /** @enum {string} */
      authorKind: 'user' | 'agent';
      /** @description Of an agent: the person whose turn caused the write. */
      authorUserId: string | null;
      content: string;
      /** @description Whether `content` was cut at 2,000 characters. */
      contentTruncated: boolean;
      conversationId: string | null;
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      id: string;
      /** @enum {string} */
      op: 'save' | 'restore';
      /** Format: date-time */
      redactedAt: string | null;
      redactedByUserId: string | null;
      restoredFromSeq: number | null;
      seq: number;
      title: string | null;
      turnId: string | null;
    };
    MemoryRevisionResponse: {
      authorEmail: string | null;
      /** @enum {string} */
      authorKind: 'user' | 'agent';
      /** @description Of an agent: the person whose turn caused the write. */
      authorUserId: string | null;
      content: string;
      conversationId: string | null;
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      id: string;
      /** @enum {string} */
      op: 'save' | 'restore';
      /** Format: date-time */
      redactedAt: string | null;
      redactedByUserId: string | null;
      restoredFromSeq: number | null;
      seq: number;
      title: string | null;
      turnId: string | null;
    };
    MigrateExportRequest: {
      /** @description Workspace key of the other deployment. */
      cloudApiKey: string;
      /** @description Where the other deployment is. Default: the first of MIGRATION_EXPORT_TARGETS. */
      cloudUrl?: string;
    };
    MigrateImportRequest: {
      agents?: components['schemas']['ImportedAgentRequest'][];
      /** @description Of earlier versions; reported as skipped. */
      agentSecrets?: unknown;
      /** @description Of earlier versions; reported as skipped. */
      rules?: unknown;
      secrets?: components['schemas']['ImportedSecretRequest'][];
      version: number;
    };
    MigrationReportResponse: {
      imported: components['schemas']['ImportedResponse'];
      /** @description What was left behind, and why. */
      skipped: components['schemas']['SkippedResponse'][];
    };
    MissingAgentsResponse: {
      missing: string[];
    };
    ModelDefaultsResponse: {
      /** @description Null: none is sent. */
      effort: string | null;
      /** @description Empty when the agent has no LLM key. */
      model: string;
    };
    ModelSelectionResponse: {
      /** @description Null: none is sent. */
      effort: string | null;
      /** @description Empty when the agent has no LLM key. */
      model: string;
      overridden: boolean;
    };
    NetworkTargetRequest: {
      /**
       * @description A host name; one `*` stands for one or more characters.
       * @example *.example.com
       */
      hostPattern: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: 'NetworkTargetRequest';
      /**
       * @description Absent covers every method.
       * @enum {string|null}
       */
      method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | null;
      /**
       * @description Blank or absent covers every path.
       * @example /v1/*
       */
      pathPattern?: string | null;
    };
    NetworkTargetResponse: {
      hostPattern: string;
      /** @enum {string} */
      kind: 'network';
      method: string | null;
      pathPattern: string | null;
    };
    OidcServiceProviderResponse: {
      /** @description Back-channel logout URI. */
      backchannelLogoutUri: string;
      /** @description As discovery names it. */
      clientAuthentication: string;
      /** @description Initiate login URI, home page URL. */
      initiateLoginUri: string;
      /** @description Sign-in redirect URI, Redirect URI (Web). */
      redirectUri: string;
      scopes: string;
    };
    OkResponse: {
      ok: boolean;
    };
    OnePasswordDisplayRequest: {
      field: string;
      item: string;
      vault: string;
    };
    OrganizationCountsResponse: {
      claimed: number;
      detached: number;
      unclaimed: number;
    };
    OrganizationResponse: {
      /** @description False only while a partner’s customer has not taken the organization over. */
      claimed: boolean;
      /** Format: date-time */
      createdAt: string;
      id: string;
      memberCount: number;
      name: string;
      /** @description `enterprise` on self-hosted servers: unlimited. */
      plan: string;
      /**
       * @description The caller's role.
       * @enum {string}
       */
      role: 'owner' | 'admin' | 'member';
      slug: string;
      workspaceCount: number;
    };
    OrgApiKeyResponse: {
      /** @description The caller's own key for the organization. */
      apiKey: string;
    };
    OrgAppConfigResponse: {
      /** @description What changing or removing the client disconnects. */
      dependents: components['schemas']['DependentsResponse'];
      enabled: boolean;
      hasCredentials: boolean;
      settings?: {
        [key: string]: string;
      };
      /** @enum {string} */
      source?: 'organization';
    };
    OrgChannelsResponse: {
      adapter: components['schemas']['AdapterResponse'];
      integrations: components['schemas']['IntegrationResponse'][];
      userLinks: components['schemas']['UserLinkResponse'][];
    };
    OrgIntegrationResponse: {
      /** @enum {boolean} */
      connected: true;
      /** @description Whether apps can be made for agents. */
      hasCredentials: boolean;
      /** @enum {string} */
      provider: 'slack';
    };
    PairedResponse: {
      display_name: string | null;
      /** @enum {string} */
      status: 'paired';
    };
    PairVaultRequest: {
      /** @description `onepassword`: a token of a 1Password service account, which names the host it signs in at */
      service_account_token: string;
    };
    PartnerAccountResponse: {
      /** Format: date-time */
      createdAt: string;
      id: string;
      members: number;
      name: string;
      organizations: components['schemas']['OrganizationCountsResponse'];
      secrets: number;
      slug: string;
      /** @enum {string} */
      status: 'active' | 'suspended';
    };
    PartnerApiKeyResponse: {
      /** @description Shown only here. The key before it is dead. */
      partnerApiKey: string;
    };
    PartnerAuditEntryResponse: {
      /** @enum {string} */
      action:
        | 'create'
        | 'update'
        | 'delete'
        | 'regenerate'
        | 'disconnect'
        | 'approve'
        | 'deny'
        | 'publish'
        | 'redact'
        | 'verify'
        | 'invite'
        | 'accept'
        | 'claim';
      /** Format: date-time */
      createdAt: string;
      id: string;
      /** @description Ids, names, counts and markers; never a value, key or token. */
      metadata: {
        [key: string]: unknown;
      } | null;
      /** @enum {string} */
      service:
        | 'agent'
        | 'api-key'
        | 'app-availability'
        | 'app-config'
        | 'app-connection'
        | 'auth'
        | 'budget'
        | 'channel'
        | 'cron'
        | 'domain'
        | 'grant'
        | 'group'
        | 'invitation'
        | 'member'
        | 'memory'
        | 'organization'
        | 'partner'
        | 'partner-member'
        | 'partner-secret'
        | 'policy'
        | 'provision'
        | 'role-mapping'
        | 'scim-token'
        | 'secret'
        | 'session'
        | 'skill'
        | 'sso-connection'
        | 'vault'
        | 'workspace';
      /** @enum {string} */
      source: 'app' | 'api' | 'sso-jit' | 'sso-login' | 'scim' | 'partner' | 'system';
      /** @enum {string} */
      status: 'success' | 'failure';
      /** @description Who it was: an address, `partner-key`, or `operator`. */
      userEmail: string | null;
      /** @description Null for a key, and once the account is deleted. */
      userId: string | null;
    };
    PartnerAuditLogResponse: {
      data: components['schemas']['PartnerAuditEntryResponse'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    PartnerBudgetResponse: {
      /** @description Whether calls pass whose cost cannot be measured. */
      allowUnmetered: boolean;
      limitCents: number;
      organizationId: string;
      /** @enum {string} */
      period: 'monthly' | 'total';
      secretId: string;
      /** @description Of the present period, rounded down. Some seconds behind the traffic. */
      spentCents: number;
    };
    PartnerClaimPreviewResponse: {
      claimable: boolean;
      /** @enum {string} */
      kind: 'organization';
      organizationName: string;
      partnerName: string;
      /**
       * @description Why it cannot be claimed.
       * @enum {string|null}
       */
      reason: 'expired' | 'claimed' | null;
    };
    PartnerMemberResponse: {
      /** Format: date-time */
      createdAt: string;
      email: string;
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member';
      /**
       * @description `active` from the first sign-in on.
       * @enum {string}
       */
      state: 'invited' | 'active';
      userId: string;
    };
    PartnerOrgResponse: {
      /** Format: date-time */
      claimedAt: string | null;
      claimedByEmail: string | null;
      /**
       * Format: date-time
       * @description Null where claim links do not expire, and once claimed.
       */
      claimExpiresAt: string | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      detachedAt: string | null;
      id: string;
      name: string;
      /** @description Empty once claimed. */
      projects: components['schemas']['PartnerProjectResponse'][];
      slug: string;
      /** @enum {string} */
      status: 'unclaimed' | 'claimed' | 'detached';
    };
    PartnerProfileResponse: {
      /** Format: date-time */
      createdAt: string;
      id: string;
      name: string;
      slug: string;
      /** @enum {string} */
      status: 'active' | 'suspended';
      viewer: components['schemas']['PartnerViewerResponse'];
    };
    PartnerProjectResponse: {
      /** Format: date-time */
      createdAt: string;
      id: string;
      name: string;
      slug: string;
    };
    PartnerResponse: {
      /** Format: date-time */
      createdAt: string;
      id: string;
      name: string;
      slug: string;
      /** @enum {string} */
      status: 'active' | 'suspended';
    };
    PartnerSetupLinkResponse: {
      /** Format: date-time */
      expiresAt: string;
      /** @description Sets the first password; works once. Links before it are dead. */
      setupUrl: string;
    };
    PartnerStatusResponse: {
      /** @description Nothing of the partner’s reaches the organization any more. */
      detached: boolean;
      /** @description A partner made the organization; also after it was detached. */
      partnerManaged: boolean;
      partnerName: string | null;
      /** @enum {string} */
      status: 'none' | 'unclaimed' | 'claimed' | 'detached';
    };
    PartnerViewerResponse: {
      email: string | null;
      /** @enum {string} */
      kind: 'key' | 'member';
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member';
      userId: string | null;
    };
    PendingItemResponse: {
      agent: components['schemas']['HeldAgentResponse'];
      bodyPreview: string | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      expiresAt: string;
      headers: {
        [key: string]: string;
      };
      host: string;
      /** Format: uuid */
      id: string;
      method: string;
      /** @description With the query */
      path: string;
      /** @description The same as `workspaceId`, for released clients */
      projectId: string;
      summary: components['schemas']['SummaryResponse'] | null;
      url: string;
      workspaceId: string;
    };
    PendingResponse: {
      requests: components['schemas']['PendingItemResponse'][];
      /** @description How long an approval waits before it is denied */
      timeoutSeconds: number;
    };
    PermissionBasisResponse: {
      agentId: string | null;
      credentialAttached: boolean;
      /** @enum {string} */
      scope: 'workspace' | 'organization';
    };
    PermissionDefinitionResponse: {
      groups: components['schemas']['PermissionGroupResponse'][];
      provider: string;
    };
    PermissionGroupResponse: {
      /** @enum {string} */
      category: 'read' | 'write';
      tools: components['schemas']['PublicToolResponse'][];
      /** @description All of the group at once; organization rules take it. */
      wildcard?: components['schemas']['PublicToolResponse'];
      /** @description With `wildcard`: whether it covers every tool of the group. */
      wildcardComplete?: boolean;
    };
    PersonAccessRequest: {
      /**
       * @description `owner` may manage the workspace, `member` only use it.
       * @enum {string}
       */
      role: 'owner' | 'member';
      userId: string;
    };
    PersonAccessResponse: {
      /** Format: date-time */
      createdAt: string;
      email: string;
      /** @description Of the entry, not of the person. */
      id: string;
      /** @description Whether they created the workspace. */
      isOwner: boolean;
      name: string | null;
      /** @enum {string} */
      role: 'owner' | 'member';
      userId: string;
    };
    PolicyRuleResponse: {
      /** @enum {string} */
      action: 'allow' | 'block';
      conditions:
        | (
            | {
                /** @description Dotted path into a JSON body. */
                key?: string;
                /** @enum {string} */
                operator: 'contains';
                /** @enum {string} */
                target: 'body';
                value: string;
              }[]
            | {
                driveFolders?: string[];
                folders?: string[];
                repositories?: string[];
              }
          )
        | null;
      /**
       * @description Of the Default Rule only.
       * @enum {string}
       */
      coverage?: 'credentialed' | 'all';
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      enabled: boolean;
      /** @description 0 for the draft. */
      generation: number;
      /** @description New for published rows at every publish; compare rules by `logicalId`. */
      id: string;
      identities: components['schemas']['RuleIdentityResponse'][];
      isDefault: boolean;
      logicalId: string;
      name: string;
      /** @description First match order, lower first. */
      priority: number;
      rateLimit: number | null;
      /** @enum {string|null} */
      rateLimitWindow: 'minute' | 'hour' | 'day' | null;
      requireApproval: boolean;
      /** @enum {string} */
      scope: 'organization' | 'workspace';
      /** @enum {string} */
      source: 'custom' | 'default' | 'blocklist' | 'grant';
      /** @enum {string} */
      status: 'draft' | 'published';
      targets: (
        | components['schemas']['AppTargetResponse']
        | components['schemas']['ConnectionTargetResponse']
        | components['schemas']['SecretTargetResponse']
        | components['schemas']['NetworkTargetResponse']
      )[];
    };
    PostMessageRequest: {
      attachmentIds?: string[];
      message: string;
    } & ({
      attachmentIds?: unknown;
    } & (
      | {
          message?: unknown;
        }
      | {
          attachmentIds: unknown;
        }
    ));
    PostureResponse: {
      /**
       * @description Whether Slack calls this server, or it holds a socket to Slack.
       * @enum {string}
       */
      transport: 'events' | 'socket';
    };
    PresenceResponse: {
      /** @description The id of the Slack app. */
      externalId: string;
      /** @description The newest 200 threads in channels, newest first. */
      groupThreads: components['schemas']['GroupThreadResponse'][];
      /** @description The handle of its bot. */
      identityName: string | null;
      /** @description The user id of its bot. */
      identityRef: string | null;
      /** @enum {string} */
      provider: 'slack';
      /** @enum {string} */
      status: 'pending_setup' | 'active' | 'needs_attention' | 'disabled';
      tenant: components['schemas']['TenantResponse'];
      /**
       * @description Whether Slack calls this server, or it holds a socket to Slack.
       * @enum {string}
       */
      transport: 'events' | 'socket';
    };
    PreviewPartnerClaimRequest: {
      token: string;
    };
    PreviewRoleMappingRequest: {
      groupId: string;
      /** @enum {string} */
      role: 'admin' | 'member';
    };
    ProviderResponse: {
      /** @enum {string} */
      provider: 'slack';
    };
    ProvisionedUserResponse: {
      /** @description Usable at once; shown only here. */
      apiKey: string;
      /** @description Shown only here. */
      claimUrl: string;
      /** Format: date-time */
      expiresAt: string;
      id: string;
      /** @description The same as `workspaceId`. */
      projectId: string;
      /** @description Of the account that waits to be claimed, not of who will claim it. */
      userId: string;
      workspaceId: string;
    };
    ProvisionLookupResponse: {
      organizationName: string;
    };
    ProvisionResponse: {
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      expiresAt: string;
      id: string;
      provisionedByEmail: string;
      /** @enum {string} */
      role: 'admin' | 'member';
      /** @description Null once the workspace was deleted. */
      workspaceId: string | null;
    };
    ProvisionUserRequest: {
      /**
       * @description `member` when absent.
       * @enum {string}
       */
      role?: 'admin' | 'member';
      /** @description True when absent. */
      skipOnboarding?: boolean;
    };
    PublicToolResponse: {
      description: string;
      id: string;
      name: string;
    };
    PublisherResponse: {
      email: string;
      name: string | null;
    };
    PublishResponse: {
      generation: number;
      /** @description The Default Rule counts. */
      ruleCount: number;
    };
    PutCredentialsRequest: {
      /** @description The refresh token of the workspace's app configuration tokens. */
      credential: string;
    };
    PutCredentialsResponse: {
      /** @enum {string} */
      provider: 'slack';
      tenant: components['schemas']['TenantResponse'];
    };
    ReadinessChecksResponse: {
      /** @enum {string} */
      database: 'ok' | 'unavailable';
      /** @enum {string} */
      drain: 'ok' | 'draining';
      /**
       * @description Where a Redis is configured. Without it the server counts in PostgreSQL and stays ready.
       * @enum {string}
       */
      redis?: 'ok' | 'unavailable';
    };
    ReadinessResponse: {
      /** @description Only while one of them is not `ok`. */
      checks?: components['schemas']['ReadinessChecksResponse'];
      /** @enum {string} */
      status: 'ok' | 'unavailable';
    };
    RedactedRuleResponse: {
      /** @enum {string} */
      kind: 'rule';
      redacted: boolean;
      /** @enum {string} */
      scope: 'organization';
    };
    RegisterAdapterRequest: {
      /** @description Fresh at each start of the daemon. */
      bootId: string;
      name: string;
    };
    RegisteredAdapterResponse: {
      adapterId: string;
    };
    RegisteredRunnerResponse: {
      heartbeatSeconds: number;
      leaseSeconds: number;
      maxWaitSeconds: number;
      resumed: string[];
      runnerId: string;
    };
    RegisterRunnerRequest: {
      /** @description Fresh at each start of the daemon. */
      bootId: string;
      capabilities: components['schemas']['RunnerCapabilitiesRequest'];
      name: string;
      /** @description Runs of its last start that it can go on with. */
      resume?: components['schemas']['ResumedLeaseRequest'][];
    };
    RemovalImpactResponse: {
      /** @description Deleted with everything in them. */
      workspaces: components['schemas']['DepartingWorkspaceResponse'][];
    };
    RenameConnectionRequest: {
      label: string;
    };
    RenamedConnectionResponse: {
      id: string;
      label: string | null;
      provider: string;
      /** @enum {string} */
      status: 'connected' | 'expired' | 'error';
    };
    RenewedLeaseResponse: {
      /** Format: date-time */
      expiresAt: string;
      leaseId: string;
    };
    ReorderRoleMappingsRequest: {
      /** @description Every mapping once, the one that wins first. */
      orderedIds: string[];
    };
    ReorderRulesRequest: {
      /** @description Every rule of the draft but the Default Rule, exactly once, in the new order. */
      orderedIds: string[];
    };
    ReportedProcessRequest: {
      command: string;
      /** Format: date-time */
      endedAt?: string | null;
      exitCode?: number | null;
      name?: string | null;
      ref: string;
      signal?: string | null;
      /** Format: date-time */
      startedAt?: string | null;
      /** @enum {string} */
      status: 'running' | 'exited' | 'stopped' | 'lost';
      /** @description The end of its output. */
      tail?: string | null;
    };
    RepositoriesResponse: {
      page: number;
      perPage: number;
      repositories: components['schemas']['RepositoryResponse'][];
      /** @description All that match, of the first 1000. */
      total: number;
    };
    RepositoryResponse: {
      defaultBranch: string;
      /** @description `owner/name`. */
      fullName: string;
      private: boolean;
    };
    RequestPasswordResetRequest: {
      /** Format: email */
      email: string;
      /** @description Relative path, or a URL on a trusted origin */
      redirectTo?: string | null;
    };
    ResetPasswordRequest: {
      newPassword: string;
      token: string;
    };
    ResourceUsageResponse: {
      current: number;
      /** @description Null is unlimited. */
      limit: number | null;
      /** @enum {string} */
      name: 'Workspaces' | 'Agents' | 'Secrets' | 'OAuth apps' | 'Integration calls' | 'Members';
    };
    ResumedLeaseRequest: {
      leaseId: string;
      turnId: string;
    };
    RevokeSessionRequest: {
      /** @description The alias of the session, as listed */
      token: string;
    };
    RoleMappingPreviewResponse: {
      /** @description Active members whose role would change. */
      affectedCount: number;
    };
    RoleMappingResponse: {
      /** Format: date-time */
      createdAt: string;
      groupId: string;
      groupName: string;
      id: string;
      /** @description Members of the group. */
      memberCount: number;
      priority: number;
      /** @enum {string} */
      role: 'admin' | 'member';
      /** Format: date-time */
      updatedAt: string;
    };
    RotatedTokensResponse: {
      orgApiKey: string;
      projectApiKey: string;
      /** @description Whose key was replaced. */
      projectId: string;
    };
    RuleIdentityRequest: {
      id: string;
      /** @enum {string} */
      type: 'user' | 'group';
    };
    RuleIdentityResponse: {
      id: string;
      /** @enum {string} */
      type: 'agent' | 'user' | 'group';
    };
    RuleNameResponse: {
      logicalId: string;
      name: string;
    };
    RunnerAgentsResponse: {
      agentIds: string[];
    };
    RunnerCapabilitiesRequest: {
      /** @description Fetches files. */
      attachments?: boolean;
      backend: string;
      /** @description Keeps no session, and wants the history. */
      history?: boolean;
      /** @enum {string} */
      homeDurability: 'resident' | 'snapshot';
      /** @description How many agents it may have started at once. */
      maxSandboxes: number;
      /** @description Takes follow-ups while a turn runs. */
      steer?: boolean;
    };
    RunnerEventsRequest: {
      events: (
        | {
            /** @enum {string} */
            type: 'turn.started';
          }
        | {
            text: string;
            /** @enum {string} */
            type: 'text.delta';
          }
        | {
            text: string;
            /** @enum {string} */
            type: 'thinking.delta';
          }
        | {
            text: string;
            /** @enum {string} */
            type: 'text';
          }
        | {
            callId: string;
            input?: unknown;
            name: string;
            /** @enum {string} */
            type: 'tool.started';
          }
        | {
            callId: string;
            isError?: boolean;
            name: string;
            output: string;
            /** @enum {string} */
            type: 'tool.finished';
          }
        | {
            approvalId?: string;
            description: string;
            /** Format: date-time */
            expiresAt?: string;
            host?: string;
            method?: string;
            path?: string;
            /** @enum {string} */
            type: 'approval.pending';
          }
        | {
            /** @enum {string} */
            level: 'info' | 'warn';
            text: string;
            /** @enum {string} */
            type: 'notice';
          }
      )[];
      /** @description Number of the first of them. */
      first: number;
      leaseId: string;
    };
    RunnerEventsResponse: {
      abortRequested: boolean;
      acceptedThrough: number;
      /** Format: date-time */
      leaseExpiresAt: string;
    };
    RunnerFinishRequest: {
      error?: string;
      errorCode?: string;
      followUps?: components['schemas']['FollowUpOutcomeRequest'][];
      leaseId: string;
      sessionRef?: string;
      /** @enum {string} */
      status: 'done' | 'failed' | 'aborted';
      /** @description Number of the last event. */
      through: number;
      usage?: components['schemas']['TurnUsageResponse'];
    };
    RunnerHeartbeatRequest: {
      bootId: string;
      capabilities?: components['schemas']['RunnerCapabilitiesRequest'];
      leases?: string[];
    };
    RunnerHeartbeatResultResponse: {
      /** @description Turns to stop. */
      abort: string[];
      lost: string[];
      renewed: components['schemas']['RenewedLeaseResponse'][];
    };
    RunnerHomeAppliedRequest: {
      computeRef: string;
      generation: number;
    };
    RunnerHomeResponse: {
      agentName: string;
      files: components['schemas']['HomeFileResponse'][];
      generation: number;
      instructions: string | null;
    };
    RunnerListResponse: {
      runners: components['schemas']['RunnerResponse'][];
    };
    RunnerMemoryRequest: {
      content: string;
      /** @description Absent keeps it, null clears it. */
      description: string | null;
      /** @description Of the turn in which it was written. */
      leaseId?: string;
      /** @description Absent keeps it, null clears it. */
      title: string | null;
    };
    RunnerMemoryResponse: {
      created?: boolean;
      /** @description What is wrong with it, for the agent. */
      error?: string;
      /** @description It was there already, word for word. */
      noop?: boolean;
      ok: boolean;
      revisionSeq?: number;
    };
    RunnerProcessRequest: {
      computeRef: string;
      process: components['schemas']['ReportedProcessRequest'];
    };
    RunnerReleaseRequest: {
      error?: string;
      leaseId: string;
      reasonCode?: string;
    };
    RunnerReleaseResponse: {
      /** @enum {string} */
      status: 'queued';
    };
    RunnerResponse: {
      /** @description What it said of itself when it registered. */
      capabilities: {
        [key: string]: unknown;
      };
      /** @description How many may be. */
      heldAwakeCeiling: number;
      /** @description Sandboxes held up by background work. */
      heldAwakeCount: number;
      id: string;
      /** @enum {string} */
      kind: 'external' | 'embedded';
      /** Format: date-time */
      lastSeenAt: string | null;
      name: string;
      online: boolean;
      /** @description Sandboxes that are started. */
      sandboxCount: number;
    };
    RunnersResponse: {
      online: boolean;
      registered: boolean;
    };
    RunnerStateRequest: {
      bootId: string;
      /** @description The runner's own word for this start of it. */
      computeRef?: string;
      /** @description For the log of the server. */
      error?: string;
      /** @description The runner's own word for the home. */
      homeRef?: string;
      /** @description Why it could not be started. */
      reasonCode?: string;
      /** @enum {string} */
      state: 'starting' | 'running' | 'stopped' | 'failed';
    };
    RunnerToolCallRequest: {
      agentId: string;
      /** @description At most 32,000 characters. */
      args: {
        [key: string]: unknown;
      };
      /** @description Of the call; a repeat has no effect of its own. */
      callId: string;
      /** @description Of the turn that calls; renewed by it. */
      leaseId?: string;
      tool: string;
    };
    RunnerToolResultResponse: {
      /** @description What the agent may not or got wrong. */
      error?: string;
      ok: boolean;
      result?: {
        [key: string]: unknown;
      };
    };
    RunnerTurnResponse: {
      /** @enum {string} */
      outcome: 'closed' | 'already_closed';
      /** @enum {string} */
      status: 'queued' | 'dispatched' | 'running' | 'done' | 'failed' | 'aborted' | 'joining' | 'joined';
    };
    RunnerWorkItemsResponse: {
      items: {
        [key: string]: unknown;
      }[];
    };
    RunnerWorkRequest: {
      bootId: string;
      limit?: number;
      wait?: number;
    };
    SamlServiceProviderResponse: {
      /** @description Single sign-on URL, Reply URL (Assertion Consumer Service URL). */
      acsUrl: string;
      /** @description Name of the attribute that must hold the e-mail address. */
      emailAttribute: string;
      /** @description Audience URI, Identifier (Entity ID). */
      entityId: string;
      /** @description All of this as a document. */
      metadataUrl: string;
      /** @description Name of the attribute that may hold the display name. */
      nameAttribute: string;
      /** @description Single Logout URL. */
      sloUrl: string;
    };
    ScheduleListResponse: {
      crons: components['schemas']['ScheduleResponse'][];
    };
    ScheduleResponse: {
      agentId: string;
      consecutiveFailures: number;
      /** Format: date-time */
      createdAt: string;
      /**
       * @description Why the server switched it off.
       * @enum {string|null}
       */
      disabledReason: 'authorization' | 'failures' | null;
      enabled: boolean;
      id: string;
      /** Format: date-time */
      lastFiredAt: string | null;
      /** @enum {string|null} */
      lastOutcome: 'ok' | 'failed' | 'skipped_busy' | null;
      name: string;
      /**
       * Format: date-time
       * @description Stays as it is while the schedule is paused.
       */
      nextFireAt: string;
      prompt: string;
      schedule: string;
      timezone: string;
    };
    ScimTokenResponse: {
      /** Format: date-time */
      createdAt: string;
      /** @description Null once their account is deleted. */
      createdByEmail: string | null;
      id: string;
      label: string;
      /** Format: date-time */
      lastUsedAt: string | null;
    };
    SecretListItemResponse: {
      /** Format: date-time */
      createdAt: string;
      hostPattern: string;
      id: string;
      injectionConfig:
        | (
            | {
                /** @description No header that frames the message, nor one of the gateway. */
                headerName: string;
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with `{value}` exactly once. */
                pathTemplate: string;
              }
            | {
                /** @description RE2 syntax. */
                pathRegex: string;
                pathReplacement: string;
              }
          )
        | null;
      /** @description Built by the server from the value. */
      metadata: {
        [key: string]: unknown;
      } | null;
      name: string;
      opRef: string | null;
      pathPattern: string | null;
      /** @enum {string} */
      scope: 'workspace' | 'organization' | 'partner';
      /** @enum {string} */
      type: 'anthropic' | 'openai' | 'generic';
      typeLabel: string;
      /** @enum {string} */
      valueSource: 'inline' | 'onepassword';
    };
    SecretTargetRequest: {
      /** @enum {string} */
      kind: 'secret';
      /** @description A secret shared by the organization. Either this or `secretScope`. */
      secretId?: string | null;
      /**
       * @description Every secret of this level.
       * @enum {string|null}
       */
      secretScope?: 'organization' | 'workspace' | null;
    } & ((
      | {
          secretId: unknown;
          secretScope?: null;
        }
      | {
          secretId?: null;
          secretScope: unknown;
        }
    ) & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      kind: 'SecretTargetRequest';
    });
    SecretTargetResponse: {
      /** @enum {string} */
      kind: 'secret';
      secretId: string | null;
      /** @enum {string|null} */
      secretScope: 'organization' | 'workspace' | null;
    };
    SentBodyResponse: {
      /** @description The bytes as they will be sent, in base64 */
      base64: string;
      contentEncoding: string | null;
      contentType: string | null;
      /** @description The same without its content codings; null for what is no text in UTF-8 */
      text: string | null;
      /** @description False: the body goes on, or its agent is still sending it */
      whole: boolean;
    };
    SentMessageResponse: {
      /** @enum {string} */
      kind: 'turn' | 'followUp';
      turn: components['schemas']['TurnResponse'];
    };
    ServiceProviderResponse: {
      oidc: components['schemas']['OidcServiceProviderResponse'];
      /** @description Part of every URL; stays the organization's for good. */
      providerName: string;
      saml: components['schemas']['SamlServiceProviderResponse'];
    };
    SessionSyncResponse: {
      /** Format: email */
      email: string;
      /** @description Whether the person is an active member of any organization */
      hasOrg?: boolean;
      id: string;
      name: string | null;
      organizationId?: string;
      /** @description The same value as workspaceId, for older clients */
      projectId?: string;
      workspaceId?: string;
    };
    SetAgentSecretsRequest: {
      /** @description The agent keeps exactly these secret grants. */
      secretIds: string[];
    };
    SetAppAvailabilityRequest: {
      /** @enum {string} */
      mode: 'open' | 'restricted';
      /** @description All rules: stored ones that are missing here are deleted, those that grant nothing are dropped. */
      rules: components['schemas']['AvailabilityRuleRequest'][];
    };
    SetAppPermissionsRequest: {
      /** @description The last one counts for a tool named twice. */
      changes: components['schemas']['ToolPermissionChange'][];
      /** @description Replace the conditions of every permission that is given tools here. */
      conditions?: {
        /** @description Dotted path into a JSON body. */
        key?: string;
        /** @enum {string} */
        operator: 'contains';
        /** @enum {string} */
        target: 'body';
        value: string;
      }[];
    };
    SetGroupMembersRequest: {
      /** @description Everybody who is to be in the group. */
      userIds: string[];
    };
    SetGroupMembersResponse: {
      added: number;
      removed: number;
    };
    SetPartnerBudgetRequest: {
      /** @description Lets calls pass whose cost cannot be measured: WebSockets, background responses, batches, files and the like. Default false: the gateway refuses them with `budget_unmeterable`. */
      allowUnmetered?: boolean;
      /** @description In cents of a US dollar. */
      limitCents: number;
      /**
       * @description `monthly` begins anew on the first day of each month in UTC, `total` never does.
       * @enum {string}
       */
      period: 'monthly' | 'total';
    };
    SetWorkspaceAccessRequest: {
      groupIds: string[];
      /** @description Of somebody named twice the last role counts. */
      users: components['schemas']['PersonAccessRequest'][];
    };
    SignInMethodsResponse: {
      google: boolean;
      password: boolean;
      sso: boolean;
    };
    SignInRequest: {
      /** @description Relative path, or a URL on a trusted origin */
      callbackURL?: string | null;
      /** Format: email */
      email: string;
      password: string;
      /** @description Default true */
      rememberMe?: boolean | null;
    };
    SignInResponse: {
      redirect: boolean;
      /** @description Alias of the session; not the cookie secret */
      token: string;
      url?: string;
      user: components['schemas']['AuthUser'];
    };
    SignUpRequest: {
      /** @description Relative path, or a URL on a trusted origin */
      callbackURL?: string | null;
      /** @description Of the link of a prepared account: opens registration that is by invitation to whoever holds it */
      claimToken?: string | null;
      /** Format: email */
      email: string;
      name: string;
      password: string;
    };
    SignUpResponse: {
      /** @description Alias of the session; not the cookie secret */
      token: string;
      user: components['schemas']['AuthUser'];
    };
    SimulatedDefaultResponse: {
      /** @enum {string} */
      action: 'allow' | 'block';
      /** @enum {string} */
      coverage: 'credentialed' | 'all';
    };
    SimulatedFactsResponse: {
      canonicalPath: string;
      host: string;
      llmHost: boolean;
      /** @description A credential for the host is available to the agent. */
      managed: boolean;
      methods: string[];
      path: string;
      provider: string | null;
      webSocket: boolean;
    };
    SimulatedInjectionResponse: {
      id: string;
      /** @enum {string} */
      kind: 'secret' | 'connection';
      name: string | null;
      provider: string | null;
      /** @enum {string} */
      scope: 'workspace' | 'organization' | 'partner';
      /** @description `header:<name>`, `query:<name>` or `path`; never a value. */
      slots: string[];
    };
    SimulatedLimitResponse: {
      limit: number;
      logicalId: string | null;
      /** @enum {string} */
      scope: 'organization' | 'workspace';
      /** @enum {string} */
      window: 'minute' | 'hour' | 'day';
    };
    SimulatedModifiersResponse: {
      approval: boolean;
      rateLimits: components['schemas']['SimulatedLimitResponse'][];
    };
    SimulatedRefusalResponse: {
      body: {
        [key: string]: unknown;
      };
      status: number;
    };
    SimulatedRuleResponse: {
      /** @description The part of the nearest target, or the index of the condition, that did not match. */
      failed:
        (('host' | 'path' | 'method' | 'tool' | 'connection' | 'app' | 'secret' | 'none') | number) | null;
      /** @enum {string} */
      outcome:
        | 'decides'
        | 'applies'
        | 'overruled'
        | 'discarded'
        | 'shadowed'
        | 'disabled'
        | 'identity'
        | 'target'
        | 'condition';
      rule: components['schemas']['DecidingRuleResponse'] | components['schemas']['RedactedRuleResponse'];
    };
    SimulatedSetResponse: {
      /** @description The default of the set counts for this request. */
      armed: boolean;
      default: components['schemas']['SimulatedDefaultResponse'];
      rules: components['schemas']['SimulatedRuleResponse'][];
      /** @enum {string} */
      scope: 'organization' | 'workspace';
      /** @description More rules follow. */
      truncated: boolean;
    };
    SimulateRequest: {
      agentId: string;
      body?: string;
      /** @description The account to use, as `x-onecli-connection-id` names it. */
      connectionId?: string;
      /** @description Read where the gateway reads them; nothing of them is stored. */
      headers?: {
        [key: string]: string;
      };
      method: string;
      /**
       * @description Absolute, http or https, without user information.
       * @example https://api.example.com/v1/items?limit=1
       */
      url: string;
    };
    SimulationResponse: {
      connections: components['schemas']['ConnectionOfferResponse'][];
      decidedBy:
        | (
            | components['schemas']['DecidedByRule']
            | components['schemas']['RedactedRuleResponse']
            | components['schemas']['DecidedByDefault']
          )
        | null;
      /** @description Where no credential is written: what the agent is told if the upstream answers 401, which says what is missing. Null where the upstream’s own answer would pass. */
      hint: components['schemas']['SimulatedRefusalResponse'] | null;
      injection: components['schemas']['SimulatedInjectionResponse'][];
      modifiers: components['schemas']['SimulatedModifiersResponse'];
      /** @description What the gateway would have to ask others about. */
      notChecked: ('dns' | 'vault' | 'resource_guard')[];
      /** @description What the agent would be answered. */
      refusal: components['schemas']['SimulatedRefusalResponse'] | null;
      request: components['schemas']['SimulatedFactsResponse'];
      /** @description Organization, then workspace; empty when refused earlier. */
      sets: components['schemas']['SimulatedSetResponse'][];
      /**
       * @description Rate limits aside.
       * @enum {string}
       */
      verdict: 'allow' | 'approval' | 'refuse';
      winner: components['schemas']['ConnectionOfferResponse'] | null;
      /**
       * @description Why credentials the agent holds stay out of the request: it is for this server itself, or unencrypted to a host the operator did not list.
       * @enum {string|null}
       */
      withheld: 'own_origin' | 'plain_http' | null;
    };
    SkillFileRequest: {
      content: string;
      path: string;
    };
    SkillFileResponse: {
      content: string;
      path: string;
    };
    SkillListItemResponse: {
      agentId: string | null;
      /** Format: date-time */
      createdAt: string;
      createdByEmail: string | null;
      description: string;
      /** @description A skill that is switched off hides no broader one of its name. */
      enabled: boolean;
      fileCount: number;
      id: string;
      name: string;
      organizationId: string | null;
      /**
       * @description Whose it is; one of the three ids that follow.
       * @enum {string}
       */
      scope: 'organization' | 'workspace' | 'agent';
      /** Format: date-time */
      updatedAt: string;
      workspaceId: string | null;
    };
    SkillListResponse: {
      skills: components['schemas']['SkillListItemResponse'][];
    };
    SkillResponse: {
      agentId: string | null;
      content: string;
      /** Format: date-time */
      createdAt: string;
      createdByEmail: string | null;
      description: string;
      /** @description A skill that is switched off hides no broader one of its name. */
      enabled: boolean;
      /** @description By path. */
      files: components['schemas']['SkillFileResponse'][];
      id: string;
      name: string;
      organizationId: string | null;
      /**
       * @description Whose it is; one of the three ids that follow.
       * @enum {string}
       */
      scope: 'organization' | 'workspace' | 'agent';
      /** Format: date-time */
      updatedAt: string;
      workspaceId: string | null;
    };
    SkippedResponse: {
      name: string;
      reason: string;
      /** @description `secret`, `agent`, `agentSecret` or `rule`. */
      type: string;
    };
    SocialSignInRequest: {
      /** @description Relative path, or a URL on a trusted origin. Default: the dashboard */
      callbackURL?: string | null;
      /** @description Relative path, or a URL on a trusted origin; gets an `error` parameter. Default: the sign-in page */
      errorCallbackURL?: string | null;
      /**
       * @description Only `google` is offered
       * @enum {string}
       */
      provider: 'google';
    };
    SocialSignInResponse: {
      redirect: boolean;
      /** @description Where to send the browser */
      url: string;
    };
    SsoCheckResponse: {
      code: string;
      /** @description What is wrong, and the likely mistake. */
      detail?: string;
      /** @description For people. */
      name: string;
      ok: boolean;
    };
    SsoConfirmationEndsResponse: {
      /** @description Agents whose tokens are replaced. */
      agents: number;
      apiKeys: number;
      invitations: number;
      /** @description Whether the account has a password, which ends too. */
      password: boolean;
      /** @description Prepared accounts that nobody has claimed. */
      provisions: number;
      scimTokens: number;
      sessions: number;
    };
    SsoConfirmationResponse: {
      email: string;
      ends: components['schemas']['SsoConfirmationEndsResponse'];
      organizationName: string;
    };
    SsoConnectionConfigResponse: {
      /**
       * Format: date-time
       * @description When the last of the signing certificates ends; null for OpenID Connect.
       */
      certExpiresAt: string | null;
      clientId?: string;
      issuer?: string;
      metadataUrl?: string;
      metadataXml?: string;
    };
    SsoConnectionResponse: {
      /** @description The same as `providerName`. */
      cognitoProviderName: string;
      /** @description Nothing of it is secret. */
      config: components['schemas']['SsoConnectionConfigResponse'];
      /** Format: date-time */
      createdAt: string;
      displayName: string;
      id: string;
      /** Format: date-time */
      lastLoginAt: string | null;
      providerName: string;
      /** @description What the identity provider has to be told, as its type needs it. */
      serviceProvider:
        | components['schemas']['SamlServiceProviderResponse']
        | components['schemas']['OidcServiceProviderResponse'];
      /**
       * @description `pending` until somebody has signed in through it, who can all the same.
       * @enum {string}
       */
      status: 'pending' | 'active' | 'disabled';
      /** @enum {string} */
      type: 'saml' | 'oidc';
      /** Format: date-time */
      updatedAt: string;
    };
    SsoEnforcementResponse: {
      /** @description Both of the above. */
      canRequire: boolean;
      /** @description Active members who get in without. */
      exemptMemberCount: number;
      /** @description Somebody has signed in through the connection, and it is not disabled. */
      hasActiveConnection: boolean;
      hasVerifiedDomain: boolean;
      /** @description Whether whoever the provider vouches for joins by signing in. */
      jitEnabled: boolean;
      /** @description The operator switched the requirement off for the whole deployment. */
      overriddenByOperator: boolean;
      /** @description Whether people of the verified domains get in through the identity provider only. */
      ssoRequired: boolean;
    };
    SsoIdentityResponse: {
      /** Format: date-time */
      lastUsedAt: string | null;
      /** Format: date-time */
      linkedAt: string;
    };
    SsoLogoutUrlResponse: {
      /** @description Where the session at the identity provider ends */
      redirectUrl: string | null;
    };
    SsoLookupRequest: {
      /** Format: email */
      email: string;
    };
    SsoLookupResponse: {
      /** @description Whether there is no other way in. */
      enforced?: boolean;
      /** @description Where to send the browser. */
      loginUrl?: string;
      provider?: string;
      /** @description Whether the domain of the address has an identity provider here. */
      sso: boolean;
    };
    SsoTestResponse: {
      checks: components['schemas']['SsoCheckResponse'][];
      /** @description True when every check passed. */
      ok: boolean;
    };
    StatusDataResponse: {
      last_error: string | null;
    };
    StatusMessageResponse: {
      message: string;
      status: boolean;
    };
    StatusResponse: {
      status: boolean;
    };
    StoredSecretResponse: {
      /** Format: date-time */
      createdAt: string;
      hostPattern: string;
      id: string;
      name: string;
      opRef: string | null;
      pathPattern: string | null;
      /** @description The masked value; inline secrets only, shown once. */
      preview?: string;
      /** @enum {string} */
      type: 'anthropic' | 'openai' | 'generic';
      /** @enum {string} */
      valueSource: 'inline' | 'onepassword';
    };
    SuccessResponse: {
      success: boolean;
    };
    SummaryDetailResponse: {
      label: string;
      value: string;
    };
    SummaryResponse: {
      action: string;
      details: components['schemas']['SummaryDetailResponse'][];
      /** @description Why the details do not show everything that is sent; absent where they do */
      incomplete?: (
        | 'repeated_names'
        | 'several_parts'
        | 'twin_fields'
        | 'more_than_listed'
        | 'cut'
        | 'body_goes_on'
        | 'unreadable'
        | 'ambiguous_coding'
      )[];
    };
    TeamMemberResponse: {
      email: string;
      /** Format: date-time */
      joinedAt: string;
      name: string | null;
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member';
      /** @description Whether the role follows from groups and cannot be changed by hand. */
      roleManagedByIdp: boolean;
      /** @description Whether required single sign-on spares the person. */
      ssoExempt: boolean;
      /** @enum {string} */
      status: 'active' | 'suspended';
      userId: string;
    };
    TenantResponse: {
      /** @description The id of the Slack workspace. */
      externalId: string;
      name: string | null;
    };
    ToggleRequest: {
      enabled: boolean;
    };
    ToolPermissionChange: {
      /**
       * @description `inherit`, as agents once had it, is refused: an organization has nothing to inherit from.
       * @enum {string}
       */
      permission: 'allow' | 'manual_approval' | 'block';
      toolId: string;
    };
    TranscriptEventResponse: {
      /** @description Repeats the type. Texts in it are untrusted plain text. */
      payload: {
        [key: string]: unknown;
      };
      seq: number;
      turnId: string;
      /** @enum {string} */
      type:
        | 'turn.started'
        | 'text'
        | 'tool.started'
        | 'tool.finished'
        | 'approval.pending'
        | 'notice'
        | 'turn.done'
        | 'error'
        | 'text.delta'
        | 'thinking.delta'
        | 'message.joined';
    };
    TranscriptPageResponse: {
      events: components['schemas']['TranscriptEventResponse'][];
      hasMore: boolean;
      nextSince: number;
    };
    TransferOwnershipRequest: {
      /** @description The member who becomes the owner. */
      userId: string;
    };
    TransferOwnershipResponse: {
      organizationId: string;
      ownerId: string;
    };
    TurnPageResponse: {
      hasMore: boolean;
      turns: components['schemas']['TurnResponse'][];
    };
    TurnResponse: {
      attachments: components['schemas']['AttachmentResponse'][];
      conversationId: string;
      /** Format: date-time */
      createdAt: string;
      /** @description For a person to read. */
      error: string | null;
      /** @description Null: `error` is the whole story. */
      errorCode: string | null;
      /** Format: date-time */
      finishedAt: string | null;
      /** @description The turn this message was aimed at. */
      followUpOfTurnId: string | null;
      id: string;
      message: string;
      /**
       * @description The door of this message.
       * @enum {string}
       */
      source: 'web' | 'slack' | 'cron' | 'watch';
      /** Format: date-time */
      startedAt: string | null;
      /** @enum {string} */
      status: 'queued' | 'dispatched' | 'running' | 'done' | 'failed' | 'aborted' | 'joining' | 'joined';
      usage: components['schemas']['TurnUsageResponse'] | null;
      /** @description Who said it; null: the platform. */
      userId: string | null;
    };
    TurnUsageResponse: {
      cacheReadInputTokens?: number;
      inputTokens: number;
      outputTokens: number;
    };
    TxtRecordResponse: {
      name: string;
      value: string;
    };
    UnsubscribedResponse: {
      /** @enum {string} */
      status: 'OK';
    };
    UpdateAgentRequest: {
      /**
       * @description Hosted agents only.
       * @enum {string|null}
       */
      effort?: 'low' | 'medium' | 'high' | 'max' | null;
      /** @description Hosted agents only. */
      instructions?: string | null;
      /** @description Hosted agents only. */
      model?: string | null;
      name?: string;
    } & (
      | {
          name: unknown;
        }
      | {
          instructions: unknown;
        }
      | {
          model: unknown;
        }
      | {
          effort: unknown;
        }
    );
    UpdateDefaultRequest: {
      /**
       * @description `block` is deny-by-default.
       * @enum {string}
       */
      action?: 'allow' | 'block';
      /**
       * @description Counts while the action is `block`: `all` binds requests without credentials and LLM hosts too.
       * @enum {string}
       */
      coverage?: 'credentialed' | 'all';
    } & (
      | {
          action: unknown;
        }
      | {
          coverage: unknown;
        }
    );
    UpdatedMemberResponse: {
      /**
       * @description What happened to sign-in, when the status changed.
       * @enum {string}
       */
      revocation?: 'disabled' | 'membership_only' | 'enabled' | 'skipped' | 'failed';
      /**
       * @description When the role was named.
       * @enum {string}
       */
      role?: 'owner' | 'admin' | 'member';
      ssoExempt: boolean;
      /** @enum {string} */
      status: 'active' | 'suspended';
      userId: string;
    };
    UpdatedUserResponse: {
      email: string;
      id: string;
      name: string | null;
    };
    UpdateGroupRequest: {
      name: string;
    };
    UpdateMemberRequest: {
      /** @enum {string} */
      role?: 'admin' | 'member';
      ssoExempt?: boolean;
      /** @enum {string} */
      status?: 'active' | 'suspended';
    } & (
      | {
          status: unknown;
        }
      | {
          ssoExempt: unknown;
        }
      | {
          role: unknown;
        }
    );
    UpdateMemoryRequest: {
      /** @description Markdown. */
      content?: string;
      /** @description Null clears it. */
      description?: string | null;
      /** @description Null clears it. */
      title?: string | null;
    } & (
      | {
          title: unknown;
        }
      | {
          description: unknown;
        }
      | {
          content: unknown;
        }
    );
    UpdateOrganizationRequest: {
      /** @example Acme */
      name: string;
    };
    UpdateOrgSecretRequest: {
      hostPattern?: string;
      injectionConfig?:
        | (
            | {
                /** @description No header that frames the message, nor one of the gateway. */
                headerName: string;
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with `{value}` exactly once. */
                pathTemplate: string;
              }
            | {
                /** @description RE2 syntax. */
                pathRegex: string;
                pathReplacement: string;
              }
          )
        | null;
      name?: string;
      opDisplay?: components['schemas']['OnePasswordDisplayRequest'];
      opRef?: string;
      pathPattern?: string | null;
      value?: string;
      /**
       * @description `inline` needs `value`.
       * @enum {string}
       */
      valueSource?: 'inline';
    } & ((
      | {
          name: unknown;
        }
      | {
          valueSource: unknown;
        }
      | {
          value: unknown;
        }
      | {
          opRef: unknown;
        }
      | {
          opDisplay: unknown;
        }
      | {
          hostPattern: unknown;
        }
      | {
          pathPattern: unknown;
        }
      | {
          injectionConfig: unknown;
        }
    ) &
      (
        | unknown
        | {
            value: unknown;
          }
      ) &
      (
        | unknown
        | {
            opRef: unknown;
          }
      ));
    UpdatePartnerRequest: {
      name?: string;
      /** @enum {string} */
      status?: 'active' | 'suspended';
    } & (
      | {
          name: unknown;
        }
      | {
          status: unknown;
        }
    );
    UpdatePartnerSecretRequest: {
      hostPattern?: string;
      injectionConfig?:
        | (
            | {
                /** @description No header that frames the message, nor one of the gateway. */
                headerName: string;
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with `{value}` exactly once. */
                pathTemplate: string;
              }
            | {
                /** @description RE2 syntax. */
                pathRegex: string;
                pathReplacement: string;
              }
          )
        | null;
      name?: string;
      opDisplay?: components['schemas']['OnePasswordDisplayRequest'];
      /** @description Refused. */
      opRef?: string;
      pathPattern?: string | null;
      value?: string;
      /**
       * @description `inline` needs `value`.
       * @enum {string}
       */
      valueSource?: 'inline';
    } & ((
      | {
          name: unknown;
        }
      | {
          valueSource: unknown;
        }
      | {
          value: unknown;
        }
      | {
          opRef: unknown;
        }
      | {
          opDisplay: unknown;
        }
      | {
          hostPattern: unknown;
        }
      | {
          pathPattern: unknown;
        }
      | {
          injectionConfig: unknown;
        }
    ) &
      (
        | unknown
        | {
            value: unknown;
          }
      ) &
      (
        | unknown
        | {
            opRef: unknown;
          }
      ));
    UpdateRoleMappingRequest: {
      priority?: number;
      /** @enum {string} */
      role: 'admin' | 'member';
    };
    UpdateRuleRequest: {
      /**
       * @description `rate_limit` and `manual_approval` are stored as `allow` with the modifier.
       * @enum {string}
       */
      action?: 'allow' | 'block' | 'rate_limit' | 'manual_approval';
      conditions?:
        | (
            | {
                /** @description Dotted path into a JSON body. */
                key?: string;
                /** @enum {string} */
                operator: 'contains';
                /** @enum {string} */
                target: 'body';
                value: string;
              }[]
            | {
                driveFolders?: string[];
                folders?: string[];
                repositories?: string[];
              }
          )
        | null;
      description?: string | null;
      enabled?: boolean;
      /** @description Empty: everyone, for decisions; no one, for injection. */
      identities?: components['schemas']['RuleIdentityRequest'][];
      name?: string;
      /** @description Requests per window and agent. */
      rateLimit?: number | null;
      /** @enum {string|null} */
      rateLimitWindow?: 'minute' | 'hour' | 'day' | null;
      requireApproval?: boolean;
      /** @description Replaces the whole list. */
      targets?: (
        | components['schemas']['AppTargetRequest']
        | components['schemas']['ConnectionTargetRequest']
        | components['schemas']['SecretTargetRequest']
        | components['schemas']['NetworkTargetRequest']
      )[];
    } & ((
      | {
          name: unknown;
        }
      | {
          description: unknown;
        }
      | {
          enabled: unknown;
        }
      | {
          action: unknown;
        }
      | {
          rateLimit: unknown;
        }
      | {
          rateLimitWindow: unknown;
        }
      | {
          requireApproval: unknown;
        }
      | {
          conditions: unknown;
        }
      | {
          identities: unknown;
        }
      | {
          targets: unknown;
        }
    ) &
      (
        | unknown
        | {
            rateLimit?: null;
            rateLimitWindow?: null;
          }
        | {
            rateLimit?: number;
            rateLimitWindow?: string;
          }
        | {
            /** @enum {unknown} */
            action: 'rate_limit';
          }
      ) &
      (
        | {
            /** @enum {unknown} */
            action?: 'allow' | 'rate_limit' | 'manual_approval';
          }
        | {
            rateLimit?: null;
            rateLimitWindow?: null;
            /** @constant */
            requireApproval?: false;
          }
      ) &
      (
        | {
            conditions?: unknown;
          }
        | {
            /** @enum {unknown} */
            action?: 'allow' | 'rate_limit' | 'manual_approval';
            targets?: unknown;
          }
      ));
    UpdateScheduleRequest: {
      /** @description False pauses it. */
      enabled?: boolean;
      name?: string;
      /** @description What the agent is told. */
      prompt?: string;
      /**
       * @description A cron expression of five fields, or a nickname such as `@daily`. It must come some day.
       * @example 0 9 * * MON
       */
      schedule?: string;
      /**
       * @description A zone of IANA.
       * @example Europe/London
       */
      timezone?: string;
    } & (
      | {
          name: unknown;
        }
      | {
          prompt: unknown;
        }
      | {
          schedule: unknown;
        }
      | {
          timezone: unknown;
        }
      | {
          enabled: unknown;
        }
    );
    UpdateSecretRequest: {
      hostPattern?: string;
      injectionConfig?:
        | (
            | {
                /** @description No header that frames the message, nor one of the gateway. */
                headerName: string;
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` in it becomes the value; absent, the value stands alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with `{value}` exactly once. */
                pathTemplate: string;
              }
            | {
                /** @description RE2 syntax. */
                pathRegex: string;
                pathReplacement: string;
              }
          )
        | null;
      name?: string;
      opDisplay?: components['schemas']['OnePasswordDisplayRequest'];
      opRef?: string;
      pathPattern?: string | null;
      value?: string;
      /**
       * @description `inline` needs `value`, `onepassword` needs `opRef`.
       * @enum {string}
       */
      valueSource?: 'inline' | 'onepassword';
    } & ((
      | {
          name: unknown;
        }
      | {
          valueSource: unknown;
        }
      | {
          value: unknown;
        }
      | {
          opRef: unknown;
        }
      | {
          opDisplay: unknown;
        }
      | {
          hostPattern: unknown;
        }
      | {
          pathPattern: unknown;
        }
      | {
          injectionConfig: unknown;
        }
    ) &
      (
        | unknown
        | {
            value: unknown;
          }
      ) &
      (
        | unknown
        | {
            opRef: unknown;
          }
      ));
    UpdateSkillRequest: {
      content?: string;
      /** @description Tells the agent when to load the skill. */
      description?: string;
      enabled?: boolean;
      /** @description Replaces the whole list. */
      files?: components['schemas']['SkillFileRequest'][];
    } & (
      | {
          description: unknown;
        }
      | {
          content: unknown;
        }
      | {
          enabled: unknown;
        }
      | {
          files: unknown;
        }
    );
    UpdateSsoConnectionRequest: {
      /** @description OpenID Connect. */
      clientId?: string;
      /** @description OpenID Connect. Kept sealed and never shown. */
      clientSecret?: string;
      displayName?: string;
      /** @description False ends sign-ins through it. */
      enabled?: boolean;
      /** @description OpenID Connect: exactly as the provider shows it. */
      issuer?: string;
      /** @description SAML: where the provider publishes its metadata. This or `metadataXml`. */
      metadataUrl?: string;
      /** @description SAML: the metadata of the provider themselves. */
      metadataXml?: string;
    } & ((
      | {
          displayName: unknown;
        }
      | {
          enabled: unknown;
        }
      | {
          metadataUrl: unknown;
        }
      | {
          metadataXml: unknown;
        }
      | {
          issuer: unknown;
        }
      | {
          clientId: unknown;
        }
      | {
          clientSecret: unknown;
        }
    ) &
      unknown & {
        issuer?: unknown;
      });
    UpdateSsoEnforcementRequest: {
      jitEnabled?: boolean;
      ssoRequired?: boolean;
    } & (
      | {
          ssoRequired: unknown;
        }
      | {
          jitEnabled: unknown;
        }
    );
    UpdateUserRequest: {
      name: string;
    };
    UpdateWorkspaceRequest: {
      /** @example Operations */
      name: string;
    };
    UsageResponse: {
      /** @description What this server lets one organization have. */
      limits: components['schemas']['LimitUsageResponse'][];
      /** @description What agents used of models, where `include` asks for it. */
      llm?: components['schemas']['LlmUsageResponse'];
      /** @description The plan; `enterprise` on self-hosted deployments, which have none. */
      plan: string;
      resources: components['schemas']['ResourceUsageResponse'][];
    };
    UserLinkResponse: {
      /** Format: date-time */
      createdAt: string;
      externalUserId: string;
      id: string;
      integration: components['schemas']['ProviderResponse'];
      /** @enum {string} */
      linkedVia: 'email' | 'manual';
      user: components['schemas']['LinkedUserResponse'];
    };
    UserResponse: {
      /** Format: date-time */
      createdAt: string;
      email: string;
      id: string;
      name: string | null;
    };
    VaultConnectionResponse: {
      id: string;
      /** Format: date-time */
      lastConnectedAt: string | null;
      name: string | null;
      provider: string;
      /**
       * @description What the last check found.
       * @enum {string}
       */
      status: 'connected' | 'error';
    };
    VaultItemResponse: {
      category: string;
      id: string;
      title: string;
    };
    VaultItemsResponse: {
      items: components['schemas']['VaultItemResponse'][];
    };
    VaultListResponse: {
      vaults: components['schemas']['VaultTitleResponse'][];
    };
    VaultStatusResponse: {
      /** @description Asked of the provider, trusted for 30 s */
      connected: boolean;
      name: string | null;
      status_data: components['schemas']['StatusDataResponse'] | null;
    };
    VaultTitleResponse: {
      id: string;
      title: string;
    };
    WorkspaceAccessResponse: {
      groups: components['schemas']['GroupAccessResponse'][];
      users: components['schemas']['PersonAccessResponse'][];
    };
    WorkspaceOwner: {
      email: string;
      isCurrentUser: boolean;
      name: string | null;
    };
    WorkspaceResponse: {
      agentCount: number;
      /** @description Whether the caller may rename and delete the workspace. */
      canManage: boolean;
      /** Format: date-time */
      createdAt: string;
      id: string;
      name: string | null;
      /** @description The person who created the workspace. */
      owner: components['schemas']['WorkspaceOwner'] | null;
      /** @description Secrets and connected connections of the workspace and those it inherits from the organization. */
      resourceCount: number;
      slug: string | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  googleSignInCallback: {
    parameters: {
      query?: {
        code?: string;
        error?: string;
        state?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Where Google sends the browser back to; it leaves with a session or an error code */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  changePassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangePasswordRequest'];
      };
    };
    responses: {
      /** @description Change your password */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedPasswordResponse'];
        };
      };
    };
  };
  getAuthSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the current session, or null */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CurrentSessionResponse'] | null;
        };
      };
    };
  };
  listAuthSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List your live sessions, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuthSession'][];
        };
      };
    };
  };
  authOk: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tell whether the sign-in surface answers */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OkResponse'];
        };
      };
    };
  };
  requestPasswordReset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RequestPasswordResetRequest'];
      };
    };
    responses: {
      /** @description Mail a link to reset the password */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusMessageResponse'];
        };
      };
    };
  };
  resetPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResetPasswordRequest'];
      };
    };
    responses: {
      /** @description Set a new password with a mailed token */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusResponse'];
        };
      };
    };
  };
  revokeOtherAuthSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description End all your sessions but this one */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusResponse'];
        };
      };
    };
  };
  revokeAuthSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RevokeSessionRequest'];
      };
    };
    responses: {
      /** @description End one of your sessions by its alias */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusResponse'];
        };
      };
    };
  };
  revokeAuthSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description End all your sessions, this one too */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusResponse'];
        };
      };
    };
  };
  signInEmail: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignInRequest'];
      };
    };
    responses: {
      /** @description Sign in with email and password */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignInResponse'];
        };
      };
    };
  };
  signInSocial: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SocialSignInRequest'];
      };
    };
    responses: {
      /** @description Begin to sign in with Google */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SocialSignInResponse'];
        };
      };
    };
  };
  signOut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description End the current session */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  signUpEmail: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignUpRequest'];
      };
    };
    responses: {
      /** @description Create an account with email and password */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignUpResponse'];
        };
      };
    };
  };
  gatewayHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Report that the process lives */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LivenessResponse'];
        };
      };
    };
  };
  getGatewayCaller: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Id of the calling user */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  gatewayReadiness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Report whether to send traffic here */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReadinessResponse'];
        };
      };
    };
  };
  listActivity: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. */
        cursor?: string;
        /** @description `all` when absent; `blocked`: status 400 and above. */
        filter?: 'all' | 'hide-llm' | 'blocked';
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What the agents of the workspace asked for, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActivityResponse'];
        };
      };
    };
  };
  getAgentImage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        imageKey: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description An agent's avatar; its URL changes with every upload */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/*': string;
        };
      };
    };
  };
  listAgents: {
    parameters: {
      query?: {
        /** @description Adds `grantsSummary` to each item. */
        include?: 'grants-summary';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The agents of the workspace, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentListItemResponse'][];
        };
      };
    };
  };
  createAgent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateAgentRequest'];
      };
    };
    responses: {
      /** @description Creates an agent; its token is read from the list or by regenerating it */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedAgentResponse'];
        };
      };
    };
  };
  getAgent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One agent */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentDetailResponse'];
        };
      };
    };
  };
  deleteAgent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deletes an agent, its grants and its token */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateAgent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateAgentRequest'];
      };
    };
    responses: {
      /** @description Renames an agent or changes the brief and model of a hosted one */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  getAgentChannels: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Where people can talk to the agent besides the web, and where they could */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentChannelsResponse'];
        };
      };
    };
  };
  createChannelPresence: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Creates the Slack app of the agent */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedPresenceResponse'];
        };
      };
    };
  };
  deleteChannelPresence: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['DeleteChannelRequest'];
      };
    };
    responses: {
      /** @description Detaches the agent */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  completeChannelPresence: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CompleteChannelRequest'];
      };
    };
    responses: {
      /** @description Attaches the agent by the tokens of its Slack app */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompletedPresenceResponse'];
        };
      };
    };
  };
  getChannelManifest: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The manifest of the agent's Slack app, to create it by hand */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChannelManifestResponse'];
        };
      };
    };
  };
  ensureDirectConversation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The caller's own thread with a hosted agent */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConversationResponse'];
        };
      };
    };
  };
  listCrons: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What the agent does by the clock, oldest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScheduleListResponse'];
        };
      };
    };
  };
  createCron: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateScheduleRequest'];
      };
    };
    responses: {
      /** @description Has the agent do something by the clock */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScheduleResponse'];
        };
      };
    };
  };
  deleteCron: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        cronId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deletes a schedule */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateCron: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        cronId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateScheduleRequest'];
      };
    };
    responses: {
      /** @description Changes, pauses or resumes a schedule */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScheduleResponse'];
        };
      };
    };
  };
  runCronNow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        cronId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Makes a schedule due now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScheduleResponse'];
        };
      };
    };
  };
  getAgentEffectiveCredentials: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The credentials an agent gets, and through which rules */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EffectiveCredentialsResponse'];
        };
      };
    };
  };
  getAgentGrants: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What is attached to the agent */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentGrantsResponse'];
        };
      };
    };
  };
  setAgentConnectionGrant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionGrantRequest'];
      };
    };
    responses: {
      /** @description Attaches a connection to the agent, whole or tool by tool */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentGrantsResponse'];
        };
      };
    };
  };
  removeAgentConnectionGrant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Detaches a connection from the agent */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  setAgentSecretGrant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        secretId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Attaches a secret to the agent */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentGrantsResponse'];
        };
      };
    };
  };
  removeAgentSecretGrant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        secretId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Detaches a secret from the agent */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  setAgentImage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'image/gif': string;
        'image/jpeg': string;
        'image/png': string;
        'image/webp': string;
      };
    };
    responses: {
      /** @description Replaces the agent's avatar; at most 1 MiB of PNG, JPEG, WebP or GIF */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentImageResponse'];
        };
      };
    };
  };
  deleteAgentImage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removes the agent's avatar */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listMemories: {
    parameters: {
      query?: {
        /** @description Words, "phrases", or, -not; instead of the index, what fits best. */
        q?: string;
      };
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What the agent remembers, or what a search finds in it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemoryListResponse'];
        };
      };
    };
  };
  createMemory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateMemoryRequest'];
      };
    };
    responses: {
      /** @description Has the agent remember something under a new key */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemoryResponse'];
        };
      };
    };
  };
  getMemory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        memoryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A memory with its newest revision */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemoryDetailResponse'];
        };
      };
    };
  };
  deleteMemory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        memoryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deletes a memory with all its revisions */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateMemory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        memoryId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateMemoryRequest'];
      };
    };
    responses: {
      /** @description Changes a memory */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemoryResponse'];
        };
      };
    };
  };
  listMemoryRevisions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        memoryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What a memory was, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemoryRevisionListResponse'];
        };
      };
    };
  };
  getMemoryRevision: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        memoryId: string;
        revisionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A revision with its whole content */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemoryRevisionResponse'];
        };
      };
    };
  };
  redactMemoryRevision: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        memoryId: string;
        revisionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Blanks an old revision for good */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemoryRevisionResponse'];
        };
      };
    };
  };
  restoreMemoryRevision: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        memoryId: string;
        revisionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Makes an old revision the memory again */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemoryResponse'];
        };
      };
    };
  };
  getAgentModels: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The models and effort levels a hosted agent can use with its key */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentModelsResponse'];
        };
      };
    };
  };
  regenerateAgentToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A new agent token; the old one stops working at once */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentTokenResponse'];
        };
      };
    };
  };
  getAgentSecrets: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ids of the secrets granted to the agent */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': string[];
        };
      };
    };
  };
  setAgentSecrets: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SetAgentSecretsRequest'];
      };
    };
    responses: {
      /** @description Replaces the secret grants of the agent */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  setDefaultAgent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Makes the agent the default of its workspace */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  getDefaultAgent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The default agent */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentListItemResponse'];
        };
      };
    };
  };
  getApprovalBody: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What a held request would send */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SentBodyResponse'];
        };
      };
    };
  };
  submitApprovalDecision: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DecisionRequest'];
      };
    };
    responses: {
      /** @description Let a held request go on, or refuse it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DecidedResponse'];
        };
      };
    };
  };
  listPendingApprovals: {
    parameters: {
      query?: {
        /** @description Ids that are being handled already, separated by commas */
        exclude?: string;
        /** @description Seconds to wait while nothing is pending */
        wait?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Requests of the workspace that wait for a decision */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PendingResponse'];
        };
      };
    };
  };
  listApps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All apps there are, with what of them is set up and connected in the workspace */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AppResponse'][];
        };
      };
    };
  };
  getApp: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One app, with a hint what to do with it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AppDetailResponse'];
        };
      };
    };
  };
  authorizeApp: {
    parameters: {
      query?: {
        /** @description Shown when it is done; cut to 128 characters. */
        agent_name?: string;
        /** @description Connects this account anew. */
        connectionId?: string;
      };
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Sends a browser to the provider, to give consent there */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getBlocklist: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Hosts that the app closes, and whether they are closed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlocklistHostResponse'][];
        };
      };
    };
  };
  activateBlocklistHost: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ActivateBlocklistHostRequest'];
      };
    };
    responses: {
      /** @description Closes a host of the app */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlocklistHostResponse'];
        };
      };
    };
  };
  removeBlocklistRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
        ruleId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removes the rule about a host of the app */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  toggleBlocklistRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
        ruleId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ToggleRequest'];
      };
    };
    responses: {
      /** @description Closes or opens a host of the app */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  appOauthCallback: {
    parameters: {
      query?: {
        code?: string;
        error?: string;
        state?: string;
      };
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page that hands over what the address has behind its `#` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Where providers send the browser back to */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getAppConfig: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Which OAuth client of one’s own the workspace uses for the app */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AppConfigResponse'];
        };
      };
    };
  };
  upsertAppConfig: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          [key: string]: string;
        };
      };
    };
    responses: {
      /** @description Stores an OAuth client of one’s own and switches it on */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  deleteAppConfig: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Forgets the client */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  toggleAppConfig: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ToggleRequest'];
      };
    };
    responses: {
      /** @description Switches the client on or off */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  connectApp: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectAppRequest'];
      };
    };
    responses: {
      /** @description Connects an account with credentials that were typed in */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectedResponse'];
        };
      };
    };
  };
  disconnectApp: {
    parameters: {
      query: {
        connectionId: string;
      };
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Disconnects an account of the app */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  getPermissionDefinition: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tools of one app */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PermissionDefinitionResponse'];
        };
      };
    };
  };
  listAvailableApps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Apps that the people of the workspace may use */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AvailableAppsResponse'];
        };
      };
    };
  };
  getAwsExternalId: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The external id that AWS roles of the workspace have to trust */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AwsExternalIdResponse'];
        };
      };
    };
  };
  listConfiguredApps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Apps for which the workspace or its organization brought an OAuth client */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': string[];
        };
      };
    };
  };
  listConnectionsAlias: {
    parameters: {
      query?: {
        /** @description Only accounts of this app. */
        provider?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accounts the workspace can use, its own and those its organization shares, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionResponse'][];
        };
      };
    };
  };
  disconnectConnectionAlias: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Disconnects an account */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  renameConnectionAlias: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RenameConnectionRequest'];
      };
    };
    responses: {
      /** @description Gives a connection another name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RenamedConnectionResponse'];
        };
      };
    };
  };
  listConnectionsByProviderAlias: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accounts the workspace can use, its own and those its organization shares, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionResponse'][];
        };
      };
    };
  };
  listDropboxFolders: {
    parameters: {
      query: {
        /** @description A connection of the app. */
        connectionId: string;
        /** @description Default and `/`: the root. */
        path?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Folders of a Dropbox account */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DropboxFolderResponse'][];
        };
      };
    };
  };
  listEnvDefaultApps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Apps that can be connected with an OAuth client of the operator */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': string[];
        };
      };
    };
  };
  listGithubAppRepositories: {
    parameters: {
      query: {
        /** @description A connection of the app. */
        connectionId: string;
        page?: number;
        perPage?: number;
        /** @description Part of the name, in any letter case. */
        q?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Repositories of an installation of a GitHub App */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RepositoriesResponse'];
        };
      };
    };
  };
  getGoogleDriveFolderNames: {
    parameters: {
      query: {
        /** @description A connection of the app. */
        connectionId: string;
        /** @description At most 200 different ids, separated by commas. */
        ids?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Names of folders of a Google Drive account */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: string | null;
          };
        };
      };
    };
  };
  listGoogleDriveFolders: {
    parameters: {
      query: {
        /** @description A connection of the app. */
        connectionId: string;
        /** @description Blank: the top. */
        parentId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Folders and shared drives of a Google Drive account */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DriveFolderResponse'][];
        };
      };
    };
  };
  listPermissionDefinitions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tools of every app that has some */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PermissionDefinitionResponse'][];
        };
      };
    };
  };
  confirmCliAuthSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfirmDeviceLoginRequest'];
      };
    };
    responses: {
      /** @description Let the waiting command-line client into the workspace */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConfirmDeviceLoginResponse'];
        };
      };
    };
  };
  listCliAuthOptions: {
    parameters: {
      query?: {
        /** @description Refused as `confirm` would refuse it, so that nobody is asked in vain */
        code?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the workspaces a command-line client may be given */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeviceLoginOptionsResponse'];
        };
      };
    };
  };
  pollCliAuthSession: {
    parameters: {
      query: {
        code: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ask whether the login was confirmed; hands the key over once */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeviceLoginPollResponse'];
        };
      };
    };
  };
  createCliAuthSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Start the login of a command-line client */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeviceLoginResponse'];
        };
      };
    };
  };
  syncSession: {
    parameters: {
      query?: {
        /** @description The caller claims a prepared account */
        fromClaim?: string;
        /** @description The caller joins an organization of somebody else */
        fromInvitation?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tell the dashboard who is signed in and where they work; provisions new accounts */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionSyncResponse'];
        };
      };
    };
  };
  ssoSamlAcs: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': {
          /** @description What was sent with the question */
          RelayState?: string;
          /** @description An answer of the identity provider, in base64 */
          SAMLResponse?: string;
        };
      };
    };
    responses: {
      /** @description A page that posts the answer of the identity provider again */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Where a SAML identity provider sends the browser back to */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  ssoOidcBackchannelLogout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': {
          /** @description A logout token of the provider */
          logout_token?: string;
        };
      };
    };
    responses: {
      /** @description Where an OpenID Connect provider tells who logged out there */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  ssoOidcCallback: {
    parameters: {
      query?: {
        code?: string;
        error?: string;
        error_description?: string;
        iss?: string;
        state?: string;
      };
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Where an OpenID Connect provider sends the browser back to */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  startSsoLogin: {
    parameters: {
      query?: {
        iss?: string;
        link?: string;
        login_hint?: string;
        returnTo?: string;
        target_link_uri?: string;
      };
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page that posts the request to the identity provider */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Send the browser to an organization's identity provider */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  ssoSamlMetadata: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What a SAML identity provider is given to know this server by */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/samlmetadata+xml': string;
        };
      };
    };
  };
  ssoSamlLogoutRedirect: {
    parameters: {
      query?: {
        RelayState?: string;
        SAMLRequest?: string;
        SAMLResponse?: string;
        SigAlg?: string;
        Signature?: string;
      };
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page that posts our answer to the identity provider */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Single logout of SAML, by redirect */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  ssoSamlLogoutPost: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': {
          /** @description What was sent with the question */
          RelayState?: string;
          /** @description A request of the identity provider, in base64 */
          SAMLRequest?: string;
          /** @description An answer of the identity provider, in base64 */
          SAMLResponse?: string;
        };
      };
    };
    responses: {
      /** @description Single logout of SAML, by post */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description To the identity provider with our answer, or to the login page */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  completeSsoConfirmation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CompleteSsoConfirmationRequest'];
      };
    };
    responses: {
      /** @description Finish a first single sign-on to an account that was here before */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompletedSsoConfirmationResponse'];
        };
      };
    };
  };
  lookupSsoConfirmation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LookupSsoConfirmationRequest'];
      };
    };
    responses: {
      /** @description Which account a first single sign-on leads to, and what ends without its password */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SsoConfirmationResponse'];
        };
      };
    };
  };
  ssoLogout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description End the session, and tell where the session at the identity provider ends */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SsoLogoutUrlResponse'];
        };
      };
    };
  };
  lookupSso: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SsoLookupRequest'];
      };
    };
    responses: {
      /** @description Find the identity provider for an e-mail address */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SsoLookupResponse'];
        };
      };
    };
  };
  invalidateGatewayCache: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Drop what the gateway resolved for the workspace */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvalidatedResponse'];
        };
      };
    };
  };
  adapterConfig: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The apps to hold connections for and to post by, with their tokens */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AdapterConfigurationResponse'];
        };
      };
    };
  };
  adapterDecision: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AdapterDecisionRequest'];
      };
    };
    responses: {
      /** @description Somebody pressed a button of a card */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AdapterDecisionResultResponse'];
        };
      };
    };
  };
  adapterHeartbeat: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AdapterHeartbeatRequest'];
      };
    };
    responses: {
      /** @description The channel adapter is there */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  adapterIngest: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AdapterIngestRequest'];
      };
    };
    responses: {
      /** @description Something happened where an agent is */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AdapterIngestResultResponse'];
        };
      };
    };
  };
  adapterOutboxResult: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        itemId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AdapterResultRequest'];
      };
    };
    responses: {
      /** @description What came of a post */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  adapterClaimOutbox: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AdapterClaimRequest'];
      };
    };
    responses: {
      /** @description What is to be posted next */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AdapterItemsResponse'];
        };
      };
    };
  };
  adapterPresenceHealth: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        presenceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AdapterHealthRequest'];
      };
    };
    responses: {
      /** @description Whether the provider takes the tokens of an app */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  adapterRegister: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RegisterAdapterRequest'];
      };
    };
    responses: {
      /** @description A channel adapter has started */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RegisteredAdapterResponse'];
        };
      };
    };
  };
  slackEvents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': string;
      };
    };
    responses: {
      /** @description Where Slack tells what happens around agents */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InboundAnswer'];
        };
      };
    };
  };
  slackInteractivity: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': {
          /** @description What was pressed, as JSON */
          payload?: string;
        };
      };
    };
    responses: {
      /** @description Where Slack tells which buttons of cards are pressed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InboundAnswer'];
        };
      };
    };
  };
  slackOauthCallback: {
    parameters: {
      query?: {
        code?: string;
        error?: string;
        state?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The agent is connected; where no dashboard is configured */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Where Slack's consent page sends the browser back to */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  claimPartnerOrg: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ClaimPartnerOrgRequest'];
      };
    };
    responses: {
      /** @description Take an organization over that a partner made */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClaimedPartnerOrgResponse'];
        };
      };
    };
  };
  previewPartnerClaim: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PreviewPartnerClaimRequest'];
      };
    };
    responses: {
      /** @description Which organization a claim link leads to, and who made it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerClaimPreviewResponse'];
        };
      };
    };
  };
  listConnections: {
    parameters: {
      query?: {
        /** @description Only accounts of this app. */
        provider?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accounts the workspace can use, its own and those its organization shares, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionResponse'][];
        };
      };
    };
  };
  disconnectConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Disconnects an account */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  renameConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RenameConnectionRequest'];
      };
    };
    responses: {
      /** @description Gives a connection another name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RenamedConnectionResponse'];
        };
      };
    };
  };
  getConnectionEffectiveAgents: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What each agent can do with a connection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EffectiveAgentsResponse'];
        };
      };
    };
  };
  getConnectionGrants: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The agents of the workspace that have the connection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionGrantsResponse'];
        };
      };
    };
  };
  setConnectionAgentGrant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionGrantRequest'];
      };
    };
    responses: {
      /** @description Attaches the connection to an agent, whole or tool by tool */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentGrantsResponse'];
        };
      };
    };
  };
  removeConnectionAgentGrant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Detaches the connection from an agent */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getContainerConfig: {
    parameters: {
      query?: {
        /** @description Agent identifier; the default agent when absent. */
        agent?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Environment and files that put a process behind the gateway */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ContainerConfigResponse'];
        };
      };
    };
  };
  listConversations: {
    parameters: {
      query?: {
        agentId?: string;
        /** @description Older than this conversation. */
        before?: string;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Conversations of the workspace, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConversationPageResponse'];
        };
      };
    };
  };
  createConversation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateConversationRequest'];
      };
    };
    responses: {
      /** @description Open a conversation that the whole workspace can read */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConversationResponse'];
        };
      };
    };
  };
  getConversation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One conversation */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConversationResponse'];
        };
      };
    };
  };
  uploadAttachment: {
    parameters: {
      query: {
        name: string;
      };
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': string;
      };
    };
    responses: {
      /** @description Upload a file to send with a message; at most 10 MiB */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AttachmentResponse'];
        };
      };
    };
  };
  downloadAttachment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        attachmentId: string;
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Download a file of a conversation */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
    };
  };
  listTranscriptEvents: {
    parameters: {
      query?: {
        limit?: number;
        /** @description Only later events. */
        since?: number;
      };
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The stored events of a conversation, in order */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TranscriptPageResponse'];
        };
      };
    };
  };
  sendMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PostMessageRequest'];
      };
    };
    responses: {
      /** @description Say something to the agent, also while it is at work */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SentMessageResponse'];
        };
      };
    };
  };
  streamTranscript: {
    parameters: {
      query?: {
        limit?: number;
        /** @description Only later events. */
        since?: number;
      };
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The events of a conversation as they happen */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
    };
  };
  listTurns: {
    parameters: {
      query?: {
        /** @description Older than this turn. */
        before?: string;
        limit?: number;
      };
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The newest turns of a conversation, oldest of them first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TurnPageResponse'];
        };
      };
    };
  };
  createTurn: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        conversationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PostMessageRequest'];
      };
    };
    responses: {
      /** @description Give the agent something to do, unless it is at work here */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TurnResponse'];
        };
      };
    };
  };
  getCounts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Numbers of the workspace overview */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CountsResponse'];
        };
      };
    };
  };
  listCredentialStubs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tools with a stub */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CredentialStubListResponse'];
        };
      };
    };
  };
  getCredentialStub: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agent: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Placeholder credential file of a tool */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CredentialStubResponse'];
        };
      };
    };
  };
  getFavicon: {
    parameters: {
      query: {
        domain: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Icon of a site, fetched from the site */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/*': string;
        };
      };
    };
  };
  getGatewayUrl: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Where agents find the gateway */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GatewayUrlResponse'];
        };
      };
    };
  };
  downloadGatewayCa: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Certificate of the authority that signs for intercepted hosts */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-pem-file': string;
        };
      };
    };
  };
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Report that the API answers */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HealthResponse'];
        };
      };
    };
  };
  downloadCommandLine: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The command line for people, of the version of this server */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/gzip': string;
        };
      };
    };
  };
  getCliInstallScript: {
    parameters: {
      query?: {
        /** @description Agent the machine is to act as */
        agent?: string;
        /** @description Workspace API key; without it the script logs in with a code */
        key?: string;
        /** @description Suggests an alias for this tool */
        tool?: 'claude-code' | 'cursor' | 'codex' | 'hermes' | 'opencode' | 'openclaw' | 'github-copilot';
        /** @description Where the machine finds the API: one of the addresses of this deployment, by default this one */
        url?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Shell script that installs the command line and connects the machine */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  getInstance: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get edition, version and runner state of the deployment */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InstanceResponse'];
        };
      };
    };
  };
  getInstanceBootstrap: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get what sign-in screens need to know */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InstanceBootstrapResponse'];
        };
      };
    };
  };
  bootstrapInstance: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BootstrapInstanceRequest'];
      };
    };
    responses: {
      /** @description Create the first account with its organization and workspace */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BootstrappedInstanceResponse'];
        };
      };
    };
  };
  acceptInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InvitationTokenRequest'];
      };
    };
    responses: {
      /** @description Join the organization of an invitation addressed to the signed-in person */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AcceptedInvitationResponse'];
        };
      };
    };
  };
  lookupInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InvitationTokenRequest'];
      };
    };
    responses: {
      /** @description What an invitation is for, to whoever holds its token */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitationLookupResponse'];
        };
      };
    };
  };
  migrateExport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MigrateExportRequest'];
      };
    };
    responses: {
      /** @description Send the secrets and agents of the workspace to another deployment */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MigrationReportResponse'];
        };
      };
    };
  };
  migrateImport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MigrateImportRequest'];
      };
    };
    responses: {
      /** @description Take in secrets and agents of another deployment, all or none */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MigrationReportResponse'];
        };
      };
    };
  };
  reportInstallComplete: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InstallCompleteRequest'];
      };
    };
    responses: {
      /** @description An installer reports that it is done */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InstallCompleteResponse'];
        };
      };
    };
  };
  listPartners: {
    parameters: {
      query?: {
        status?: 'active' | 'suspended';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the partners, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerAccountResponse'][];
        };
      };
    };
  };
  createPartner: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePartnerRequest'];
      };
    };
    responses: {
      /** @description Make a partner with its owner and its key */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedPartnerResponse'];
        };
      };
    };
  };
  getPartnerAccount: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        partnerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a partner */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerAccountResponse'];
        };
      };
    };
  };
  deletePartner: {
    parameters: {
      query?: {
        /** @description `true`: organizations that nobody has claimed are deleted with the partner. */
        deleteUnclaimed?: 'true' | 'false';
      };
      header?: never;
      path: {
        partnerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description End a partner */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updatePartner: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        partnerId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdatePartnerRequest'];
      };
    };
    responses: {
      /** @description Rename, suspend or resume a partner */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerResponse'];
        };
      };
    };
  };
  reissuePartnerOwnerSetupLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        partnerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Replace the link that sets the first password of a partner’s owner */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerSetupLinkResponse'];
        };
      };
    };
  };
  rotatePartnerKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        partnerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Replace the key of a partner */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerApiKeyResponse'];
        };
      };
    };
  };
  getOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the organization */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrganizationResponse'];
        };
      };
    };
  };
  deleteOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete the organization and everything in it */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateOrganizationRequest'];
      };
    };
    responses: {
      /** @description Rename the organization; its slug stays */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrganizationResponse'];
        };
      };
    };
  };
  getOrgApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get your API key for the organization */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrgApiKeyResponse'];
        };
      };
    };
  };
  regenerateOrgApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Replace your API key for the organization */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrgApiKeyResponse'];
        };
      };
    };
  };
  getAppAvailability: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Which apps whose agents may use */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AppAvailabilityResponse'];
        };
      };
    };
  };
  setAppAvailability: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SetAppAvailabilityRequest'];
      };
    };
    responses: {
      /** @description Replaces the mode and all rules */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AppAvailabilityResponse'];
        };
      };
    };
  };
  getOrgAppConfigAlias: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Which OAuth client the organization brought for the app, and what depends on it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrgAppConfigResponse'];
        };
      };
    };
  };
  upsertOrgAppConfigAlias: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          [key: string]: string;
        };
      };
    };
    responses: {
      /** @description Stores an OAuth client and switches it on */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  deleteOrgAppConfigAlias: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Forgets the client */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  toggleOrgAppConfigAlias: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ToggleRequest'];
      };
    };
    responses: {
      /** @description Switches the client on or off */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  listOrgConfiguredAppsAlias: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Apps for which the organization brought an OAuth client */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': string[];
        };
      };
    };
  };
  listOrgPendingApprovals: {
    parameters: {
      query?: {
        /** @description Ids that are being handled already, separated by commas */
        exclude?: string;
        /** @description Seconds to wait while nothing is pending */
        wait?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Requests of every workspace of the organization that wait for a decision */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PendingResponse'];
        };
      };
    };
  };
  authorizeOrgApp: {
    parameters: {
      query?: {
        /** @description Shown when it is done; cut to 128 characters. */
        agent_name?: string;
        /** @description Connects this account anew. */
        connectionId?: string;
        /** @description The organization, of a person who is in several. */
        org?: string;
      };
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Sends a browser to the provider, to give consent for the organization */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getOrgBlocklist: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Hosts that the app closes, and whether they are closed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlocklistHostResponse'][];
        };
      };
    };
  };
  activateOrgBlocklistHost: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ActivateBlocklistHostRequest'];
      };
    };
    responses: {
      /** @description Closes a host of the app in every workspace */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BlocklistHostResponse'];
        };
      };
    };
  };
  removeOrgBlocklistRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
        ruleId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removes the rule about a host of the app */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  toggleOrgBlocklistRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
        ruleId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ToggleRequest'];
      };
    };
    responses: {
      /** @description Closes or opens a host of the app in every workspace */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  getOrgAppConfig: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Which OAuth client the organization brought for the app, and what depends on it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrgAppConfigResponse'];
        };
      };
    };
  };
  upsertOrgAppConfig: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          [key: string]: string;
        };
      };
    };
    responses: {
      /** @description Stores an OAuth client of one’s own and switches it on */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  deleteOrgAppConfig: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Forgets the client */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  toggleOrgAppConfig: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ToggleRequest'];
      };
    };
    responses: {
      /** @description Switches the client on or off */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  connectOrgApp: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectAppRequest'];
      };
    };
    responses: {
      /** @description Connects an account that agents of every workspace can be granted */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  getOrgAwsExternalId: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The external id that AWS roles shared by the organization have to trust */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AwsExternalIdResponse'];
        };
      };
    };
  };
  listOrgConfiguredApps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Apps for which the organization brought an OAuth client */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': string[];
        };
      };
    };
  };
  listOrgAppConnectionsAlias: {
    parameters: {
      query?: {
        /** @description Only accounts of this app. */
        provider?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accounts the organization shares with its workspaces, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionResponse'][];
        };
      };
    };
  };
  disconnectOrgAppConnectionAlias: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Disconnects an account */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  renameOrgAppConnectionAlias: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RenameConnectionRequest'];
      };
    };
    responses: {
      /** @description Gives a connection another name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RenamedConnectionResponse'];
        };
      };
    };
  };
  listOrgAppConnectionsByProviderAlias: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accounts the organization shares with its workspaces, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionResponse'][];
        };
      };
    };
  };
  listOrgAuditLogs: {
    parameters: {
      query?: {
        action?:
          | 'create'
          | 'update'
          | 'delete'
          | 'regenerate'
          | 'disconnect'
          | 'approve'
          | 'deny'
          | 'publish'
          | 'redact'
          | 'verify'
          | 'invite'
          | 'accept'
          | 'claim';
        /** @description `nextCursor` of the page before. */
        cursor?: string;
        /** @description The first moment that counts. */
        from?: string;
        limit?: number;
        service?:
          | 'agent'
          | 'api-key'
          | 'app-availability'
          | 'app-config'
          | 'app-connection'
          | 'auth'
          | 'budget'
          | 'channel'
          | 'cron'
          | 'domain'
          | 'grant'
          | 'group'
          | 'invitation'
          | 'member'
          | 'memory'
          | 'organization'
          | 'partner'
          | 'partner-member'
          | 'partner-secret'
          | 'policy'
          | 'provision'
          | 'role-mapping'
          | 'scim-token'
          | 'secret'
          | 'session'
          | 'skill'
          | 'sso-connection'
          | 'vault'
          | 'workspace';
        /** @description The first moment that does not count any more. */
        to?: string;
        userId?: string;
        workspaceId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Who changed what in the organization, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditLogResponse'];
        };
      };
    };
  };
  getOrgChannels: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The organization's workspaces at chat providers, and who is who there */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrgChannelsResponse'];
        };
      };
    };
  };
  deleteOrgChannel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Forgets the token of a Slack workspace */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  putOrgChannelCredentials: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PutCredentialsRequest'];
      };
    };
    responses: {
      /** @description Stores the token that makes apps for agents in a Slack workspace */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PutCredentialsResponse'];
        };
      };
    };
  };
  createChannelUserLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateUserLinkRequest'];
      };
    };
    responses: {
      /** @description Says which member a Slack user is */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserLinkResponse'];
        };
      };
    };
  };
  deleteChannelUserLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        linkId: string;
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Says no more which member a Slack user is */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listOrgConnections: {
    parameters: {
      query?: {
        /** @description Only accounts of this app. */
        provider?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accounts the organization shares with its workspaces, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionResponse'][];
        };
      };
    };
  };
  disconnectOrgConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Disconnects an account */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  renameOrgConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RenameConnectionRequest'];
      };
    };
    responses: {
      /** @description Gives a connection another name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RenamedConnectionResponse'];
        };
      };
    };
  };
  listOrgConnectionsByProviderAlias: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accounts the organization shares with its workspaces, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionResponse'][];
        };
      };
    };
  };
  listOrgDomains: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the domains of the organization, oldest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DomainResponse'][];
        };
      };
    };
  };
  createOrgDomain: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateDomainRequest'];
      };
    };
    responses: {
      /** @description Claim a domain */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DomainResponse'];
        };
      };
    };
  };
  deleteOrgDomain: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        domainId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Give a domain up */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  verifyOrgDomain: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        domainId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Look for the record of a domain in DNS */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DomainResponse'];
        };
      };
    };
  };
  listOrgGroups: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. */
        cursor?: string;
        limit?: number;
        /** @description Only what contains this, in any letter case. */
        q?: string;
        source?: 'manual' | 'scim';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the groups of the organization by name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupPageResponse'];
        };
      };
    };
  };
  createOrgGroup: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateGroupRequest'];
      };
    };
    responses: {
      /** @description Create a group */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupResponse'];
        };
      };
    };
  };
  getOrgGroup: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        groupId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a group */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupResponse'];
        };
      };
    };
  };
  deleteOrgGroup: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        groupId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a group with what was given to it */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateOrgGroup: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        groupId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateGroupRequest'];
      };
    };
    responses: {
      /** @description Rename a group */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupResponse'];
        };
      };
    };
  };
  detachOrgGroup: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        groupId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Take a group over from the identity provider */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupResponse'];
        };
      };
    };
  };
  listOrgGroupMembers: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. */
        cursor?: string;
        limit?: number;
        /** @description Only what contains this, in any letter case. */
        q?: string;
      };
      header?: never;
      path: {
        groupId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List who is in a group, longest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupMemberPageResponse'];
        };
      };
    };
  };
  setOrgGroupMembers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        groupId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SetGroupMembersRequest'];
      };
    };
    responses: {
      /** @description Say who is in a group */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SetGroupMembersResponse'];
        };
      };
    };
  };
  addOrgGroupMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        groupId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Put a member into a group */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  removeOrgGroupMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        groupId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Take a member out of a group */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listInvitations: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The open and overdue invitations of the organization, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitationResponse'][];
        };
      };
    };
  };
  createInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateInvitationRequest'];
      };
    };
    responses: {
      /** @description Invite somebody by e-mail, or send a new link that replaces the old one */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedInvitationResponse'];
        };
      };
    };
  };
  cancelInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Cancel a pending invitation; its link stops working */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  leaveOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Leave the organization */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getLeaveImpact: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Show what leaving the organization would delete */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DepartureImpactResponse'];
        };
      };
    };
  };
  listOrgMembers: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. */
        cursor?: string;
        limit?: number;
        /** @description Only what contains this, in any letter case. */
        q?: string;
        status?: 'active' | 'suspended';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the members of the organization, oldest membership first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberPageResponse'];
        };
      };
    };
  };
  createOrgMember: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateMemberRequest'];
      };
    };
    responses: {
      /** @description Make somebody a member, with or without an account */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedMemberResponse'];
        };
      };
    };
  };
  getOrgMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a member with their groups */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemberDetailsResponse'];
        };
      };
    };
  };
  removeOrgMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Remove a member with their keys, bindings and personal workspaces */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateOrgMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateMemberRequest'];
      };
    };
    responses: {
      /** @description Suspend or reinstate a member, change their role, or spare them single sign-on */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UpdatedMemberResponse'];
        };
      };
    };
  };
  listOrgMemberGroups: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. */
        cursor?: string;
        limit?: number;
        /** @description Only what contains this, in any letter case. */
        q?: string;
      };
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the groups a member is in, by name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupPageResponse'];
        };
      };
    };
  };
  getOrgMemberRemovalImpact: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Show what removing a member would delete */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RemovalImpactResponse'];
        };
      };
    };
  };
  unlinkOrgMemberSsoIdentity: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Forget which account at the identity provider a member is */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  detachFromPartner: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Leave the partner */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  listInheritedPartnerSecrets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The secrets that the partner lends to the organization, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SecretListItemResponse'][];
        };
      };
    };
  };
  getPartnerStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Whether a partner made the organization */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerStatusResponse'];
        };
      };
    };
  };
  getOrgPolicyDefault: {
    parameters: {
      query?: {
        /** @description Default `draft`. */
        status?: 'draft' | 'published';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What happens when no rule matches */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PolicyRuleResponse'];
        };
      };
    };
  };
  setOrgPolicyDefault: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateDefaultRequest'];
      };
    };
    responses: {
      /** @description Allows or blocks by default, and whom that binds */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PolicyRuleResponse'];
        };
      };
    };
  };
  getOrgEffectiveAppPermissions: {
    parameters: {
      query: {
        provider:
          | 'affinity'
          | 'attio'
          | 'aws-role'
          | 'aws'
          | 'cloudflare'
          | 'confluence'
          | 'datadog'
          | 'docker'
          | 'dropbox'
          | 'fathom'
          | 'fireflies'
          | 'flyio'
          | 'github-app'
          | 'github'
          | 'gitlab'
          | 'gmail'
          | 'google-admin'
          | 'google-analytics'
          | 'google-calendar'
          | 'google-chat'
          | 'google-classroom'
          | 'google-contacts'
          | 'google-docs'
          | 'google-drive'
          | 'google-forms'
          | 'google-meet'
          | 'google-photos'
          | 'google-search-console'
          | 'google-sheets'
          | 'google-slides'
          | 'google-tasks'
          | 'granola'
          | 'hubspot'
          | 'jfrog-artifactory'
          | 'jira'
          | 'linear'
          | 'linkedin'
          | 'microsoft-onenote'
          | 'microsoft-word'
          | 'monday'
          | 'mongodb-atlas'
          | 'notion'
          | 'outlook-calendar'
          | 'outlook-mail'
          | 'resend'
          | 'sentry'
          | 'slack'
          | 'supabase'
          | 'todoist'
          | 'trello'
          | 'vercel'
          | 'vertex-ai'
          | 'x'
          | 'youtube'
          | 'zoho-crm'
          | 'zoom';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What the organization alone says about each tool of an app */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EffectiveAppPermissionsResponse'];
        };
      };
    };
  };
  getOrgPolicyLastPublish: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The rules in force: which generation, since when, by whom */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LastPublishResponse'];
        };
      };
    };
  };
  publishOrgPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Publishes the draft */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublishResponse'];
        };
      };
    };
  };
  listOrgPolicyRules: {
    parameters: {
      query?: {
        /** @description Default `draft`. */
        status?: 'draft' | 'published';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The rules of the organization in first-match order */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PolicyRuleResponse'][];
        };
      };
    };
  };
  createOrgPolicyRule: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateRuleRequest'];
      };
    };
    responses: {
      /** @description Appends a rule; it is in force at once */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PolicyRuleResponse'];
        };
      };
    };
  };
  getOrgPolicyRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ruleId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One rule of the draft */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PolicyRuleResponse'];
        };
      };
    };
  };
  deleteOrgPolicyRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ruleId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deletes a rule */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateOrgPolicyRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        ruleId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateRuleRequest'];
      };
    };
    responses: {
      /** @description Changes a rule where it stands */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PolicyRuleResponse'];
        };
      };
    };
  };
  reorderOrgPolicyRules: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReorderRulesRequest'];
      };
    };
    responses: {
      /** @description Puts the rules into a new order */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PolicyRuleResponse'][];
        };
      };
    };
  };
  listRoleMappings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List which roles groups give, the one that wins first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RoleMappingResponse'][];
        };
      };
    };
  };
  createRoleMapping: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateRoleMappingRequest'];
      };
    };
    responses: {
      /** @description Give a role to the members of a group */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RoleMappingResponse'];
        };
      };
    };
  };
  deleteRoleMapping: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Stop a group from giving a role */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateRoleMapping: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateRoleMappingRequest'];
      };
    };
    responses: {
      /** @description Change the role or the priority of a mapping */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RoleMappingResponse'];
        };
      };
    };
  };
  reorderRoleMappings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReorderRoleMappingsRequest'];
      };
    };
    responses: {
      /** @description Say which mapping wins over which */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RoleMappingResponse'][];
        };
      };
    };
  };
  previewRoleMapping: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PreviewRoleMappingRequest'];
      };
    };
    responses: {
      /** @description Count whose role a mapping would change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RoleMappingPreviewResponse'];
        };
      };
    };
  };
  getOrgAppPermissions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider:
          | 'affinity'
          | 'attio'
          | 'aws-role'
          | 'aws'
          | 'cloudflare'
          | 'confluence'
          | 'datadog'
          | 'docker'
          | 'dropbox'
          | 'fathom'
          | 'fireflies'
          | 'flyio'
          | 'github-app'
          | 'github'
          | 'gitlab'
          | 'gmail'
          | 'google-admin'
          | 'google-analytics'
          | 'google-calendar'
          | 'google-chat'
          | 'google-classroom'
          | 'google-contacts'
          | 'google-docs'
          | 'google-drive'
          | 'google-forms'
          | 'google-meet'
          | 'google-photos'
          | 'google-search-console'
          | 'google-sheets'
          | 'google-slides'
          | 'google-tasks'
          | 'granola'
          | 'hubspot'
          | 'jfrog-artifactory'
          | 'jira'
          | 'linear'
          | 'linkedin'
          | 'microsoft-onenote'
          | 'microsoft-word'
          | 'monday'
          | 'mongodb-atlas'
          | 'notion'
          | 'outlook-calendar'
          | 'outlook-mail'
          | 'resend'
          | 'sentry'
          | 'slack'
          | 'supabase'
          | 'todoist'
          | 'trello'
          | 'vercel'
          | 'vertex-ai'
          | 'x'
          | 'youtube'
          | 'zoho-crm'
          | 'zoom';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What the organization says about the tools of an app */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AppPermissionsResponse'];
        };
      };
    };
  };
  setOrgAppPermissions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider:
          | 'affinity'
          | 'attio'
          | 'aws-role'
          | 'aws'
          | 'cloudflare'
          | 'confluence'
          | 'datadog'
          | 'docker'
          | 'dropbox'
          | 'fathom'
          | 'fireflies'
          | 'flyio'
          | 'github-app'
          | 'github'
          | 'gitlab'
          | 'gmail'
          | 'google-admin'
          | 'google-analytics'
          | 'google-calendar'
          | 'google-chat'
          | 'google-classroom'
          | 'google-contacts'
          | 'google-docs'
          | 'google-drive'
          | 'google-forms'
          | 'google-meet'
          | 'google-photos'
          | 'google-search-console'
          | 'google-sheets'
          | 'google-slides'
          | 'google-tasks'
          | 'granola'
          | 'hubspot'
          | 'jfrog-artifactory'
          | 'jira'
          | 'linear'
          | 'linkedin'
          | 'microsoft-onenote'
          | 'microsoft-word'
          | 'monday'
          | 'mongodb-atlas'
          | 'notion'
          | 'outlook-calendar'
          | 'outlook-mail'
          | 'resend'
          | 'sentry'
          | 'slack'
          | 'supabase'
          | 'todoist'
          | 'trello'
          | 'vercel'
          | 'vertex-ai'
          | 'x'
          | 'youtube'
          | 'zoho-crm'
          | 'zoom';
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SetAppPermissionsRequest'];
      };
    };
    responses: {
      /** @description Allows, holds or blocks tools of an app for everyone */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AppPermissionsResponse'];
        };
      };
    };
  };
  listScimTokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the SCIM tokens in use, oldest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScimTokenResponse'][];
        };
      };
    };
  };
  createScimToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateScimTokenRequest'];
      };
    };
    responses: {
      /** @description Make a SCIM token for an identity provider */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedScimTokenResponse'];
        };
      };
    };
  };
  revokeScimToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        tokenId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoke a SCIM token */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listOrgSecrets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The secrets shared by the organization, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SecretListItemResponse'][];
        };
      };
    };
  };
  createOrgSecret: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateOrgSecretRequest'];
      };
    };
    responses: {
      /** @description Stores a secret that agents of every workspace can be granted */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedSecretResponse'];
        };
      };
    };
  };
  deleteOrgSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        secretId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deletes a secret of the organization with its grants in every workspace */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateOrgSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        secretId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateOrgSecretRequest'];
      };
    };
    responses: {
      /** @description Changes a secret of the organization */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  listOrgSkills: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The skills that the organization gives to all its agents, by name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SkillListResponse'];
        };
      };
    };
  };
  createOrgSkill: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateOrgSkillRequest'];
      };
    };
    responses: {
      /** @description Gives a skill to the agents of every workspace */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SkillResponse'];
        };
      };
    };
  };
  getOrgSkill: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        skillId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A skill of the organization with its text and files */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SkillResponse'];
        };
      };
    };
  };
  deleteOrgSkill: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        skillId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deletes a skill of the organization */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateOrgSkill: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        skillId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateSkillRequest'];
      };
    };
    responses: {
      /** @description Changes a skill of the organization */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SkillResponse'];
        };
      };
    };
  };
  listSsoConnections: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the connections of the organization to identity providers */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SsoConnectionResponse'][];
        };
      };
    };
  };
  createSsoConnection: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSsoConnectionRequest'];
      };
    };
    responses: {
      /** @description Connect the identity provider of the organization */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SsoConnectionResponse'];
        };
      };
    };
  };
  getSsoConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a connection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SsoConnectionResponse'];
        };
      };
    };
  };
  deleteSsoConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Disconnect the identity provider */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateSsoConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateSsoConnectionRequest'];
      };
    };
    responses: {
      /** @description Change a connection, or switch it off and on */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SsoConnectionResponse'];
        };
      };
    };
  };
  testSsoConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        connectionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Try whether the identity provider can be used as it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SsoTestResponse'];
        };
      };
    };
  };
  getSsoEnforcement: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get whether single sign-on is required, and whether it could be */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SsoEnforcementResponse'];
        };
      };
    };
  };
  updateSsoEnforcement: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateSsoEnforcementRequest'];
      };
    };
    responses: {
      /** @description Require single sign-on, and say whether people join by it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SsoEnforcementResponse'];
        };
      };
    };
  };
  getSsoServiceProvider: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get what an identity provider has to be told about this server */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ServiceProviderResponse'];
        };
      };
    };
  };
  listTeam: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the organization's members, oldest membership first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TeamMemberResponse'][];
        };
      };
    };
  };
  removeTeamMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Remove a member with their keys, bindings and personal workspaces */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getTeamRemovalImpact: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Show what removing a member would delete */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DepartureImpactResponse'];
        };
      };
    };
  };
  transferOrgOwnership: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TransferOwnershipRequest'];
      };
    };
    responses: {
      /** @description Make another member the owner; you become an administrator */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TransferOwnershipResponse'];
        };
      };
    };
  };
  getOrgUsage: {
    parameters: {
      query?: {
        agentId?: string;
        /** @description `nextCursor` of the page before. */
        cursor?: string;
        /** @description The first day that counts, in UTC; that of the month by default. */
        from?: string;
        /** @description What to answer besides. */
        include?: 'llm';
        limit?: number;
        /** @description The last day that counts, in UTC; the present one by default. */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What the organization has in use and what its plan allows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageResponse'];
        };
      };
    };
  };
  listOrganizations: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the organizations you are in; a key sees its own */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListedOrganizationResponse'][];
        };
      };
    };
  };
  createOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateOrganizationRequest'];
      };
    };
    responses: {
      /** @description Create an organization with one workspace */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedOrganizationResponse'];
        };
      };
    };
  };
  getPartner: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the partner, and what you are in it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerProfileResponse'];
        };
      };
    };
  };
  regeneratePartnerApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Replace the key of the partner */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerApiKeyResponse'];
        };
      };
    };
  };
  listPartnerAuditLogs: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. */
        cursor?: string;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was done for the partner, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerAuditLogResponse'];
        };
      };
    };
  };
  listPartnerMembers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List who may sign in to the portal, the owner first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerMemberResponse'][];
        };
      };
    };
  };
  addPartnerMember: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AddPartnerMemberRequest'];
      };
    };
    responses: {
      /** @description Add somebody to the portal */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddedPartnerMemberResponse'];
        };
      };
    };
  };
  removePartnerMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Remove somebody from the portal */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  changePartnerMemberRole: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangePartnerMemberRoleRequest'];
      };
    };
    responses: {
      /** @description Change the role of somebody in the portal */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  reissuePartnerMemberSetupLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Replace the link that sets a first password */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerSetupLinkResponse'];
        };
      };
    };
  };
  listPartnerOrgs: {
    parameters: {
      query?: {
        status?: 'unclaimed' | 'claimed' | 'detached';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the organizations you made, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerOrgResponse'][];
        };
      };
    };
  };
  createPartnerOrg: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePartnerOrgRequest'];
      };
    };
    responses: {
      /** @description Make an organization for a customer, ready to use, and a link to claim it */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedPartnerOrgResponse'];
        };
      };
    };
  };
  getPartnerOrg: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orgId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get an organization you made */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerOrgResponse'];
        };
      };
    };
  };
  deletePartnerOrg: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orgId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete an organization with everything in it */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listPartnerOrgBudgets: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orgId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The budgets of an organization and what was spent of them, oldest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerBudgetResponse'][];
        };
      };
    };
  };
  reissuePartnerClaimLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orgId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Replace the claim link of an organization */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClaimLinkResponse'];
        };
      };
    };
  };
  listPartnerProjects: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orgId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the projects of an organization, oldest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerProjectResponse'][];
        };
      };
    };
  };
  createPartnerProject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orgId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePartnerProjectRequest'];
      };
    };
    responses: {
      /** @description Add a project with an agent */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerProjectResponse'];
        };
      };
    };
  };
  deletePartnerProjectByQuery: {
    parameters: {
      query: {
        projectId: string;
      };
      header?: never;
      path: {
        orgId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete the project that the query names */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deletePartnerProject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orgId: string;
        projectId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a project with everything in it */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  rotatePartnerOrgTokens: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orgId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Replace the keys of an organization and of its default project */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RotatedTokensResponse'];
        };
      };
    };
  };
  setPartnerOrgBudget: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orgId: string;
        secretId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SetPartnerBudgetRequest'];
      };
    };
    responses: {
      /** @description Sets what an organization may spend of a key */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PartnerBudgetResponse'];
        };
      };
    };
  };
  clearPartnerOrgBudget: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orgId: string;
        secretId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Lets an organization spend of a key without a limit */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listPartnerSecrets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The secrets that the partner lends, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SecretListItemResponse'][];
        };
      };
    };
  };
  createPartnerSecret: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePartnerSecretRequest'];
      };
    };
    responses: {
      /** @description Stores a secret that every attached organization inherits */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StoredSecretResponse'];
        };
      };
    };
  };
  deletePartnerSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        secretId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deletes a secret of the partner with its budgets and what was spent on it */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updatePartnerSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        secretId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdatePartnerSecretRequest'];
      };
    };
    responses: {
      /** @description Changes a secret of the partner */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  getEffectiveAppPermissions: {
    parameters: {
      query: {
        /** @description Without it only rules about everyone count. */
        agentId?: string;
        /** @description The account the requests would use. */
        connectionId?: string;
        provider:
          | 'affinity'
          | 'attio'
          | 'aws-role'
          | 'aws'
          | 'cloudflare'
          | 'confluence'
          | 'datadog'
          | 'docker'
          | 'dropbox'
          | 'fathom'
          | 'fireflies'
          | 'flyio'
          | 'github-app'
          | 'github'
          | 'gitlab'
          | 'gmail'
          | 'google-admin'
          | 'google-analytics'
          | 'google-calendar'
          | 'google-chat'
          | 'google-classroom'
          | 'google-contacts'
          | 'google-docs'
          | 'google-drive'
          | 'google-forms'
          | 'google-meet'
          | 'google-photos'
          | 'google-search-console'
          | 'google-sheets'
          | 'google-slides'
          | 'google-tasks'
          | 'granola'
          | 'hubspot'
          | 'jfrog-artifactory'
          | 'jira'
          | 'linear'
          | 'linkedin'
          | 'microsoft-onenote'
          | 'microsoft-word'
          | 'monday'
          | 'mongodb-atlas'
          | 'notion'
          | 'outlook-calendar'
          | 'outlook-mail'
          | 'resend'
          | 'sentry'
          | 'slack'
          | 'supabase'
          | 'todoist'
          | 'trello'
          | 'vercel'
          | 'vertex-ai'
          | 'x'
          | 'youtube'
          | 'zoho-crm'
          | 'zoom';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What may be done with each tool of an app */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EffectiveAppPermissionsResponse'];
        };
      };
    };
  };
  getEffectiveRules: {
    parameters: {
      query?: {
        /** @description Only the rules about this agent. */
        agentId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The rules in force in the workspace */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EffectiveRulesResponse'];
        };
      };
    };
  };
  simulatePolicy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SimulateRequest'];
      };
    };
    responses: {
      /** @description What would happen to one request of an agent, and why */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SimulationResponse'];
        };
      };
    };
  };
  claimProvision: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ClaimTokenRequest'];
      };
    };
    responses: {
      /** @description Take a prepared account over as the signed-in person */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClaimedProvisionResponse'];
        };
      };
    };
  };
  lookupProvision: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LookupTokenRequest'];
      };
    };
    responses: {
      /** @description Which organization a claim link leads to, to whoever holds its token */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProvisionLookupResponse'];
        };
      };
    };
  };
  runnerListAgents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The agents that belong to this runner */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunnerAgentsResponse'];
        };
      };
    };
  };
  runnerGetHome: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What an agent has as files */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunnerHomeResponse'];
        };
      };
    };
  };
  runnerHomeApplied: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RunnerHomeAppliedRequest'];
      };
    };
    responses: {
      /** @description The compute of an agent has its files */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  runnerPutMemory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        key: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RunnerMemoryRequest'];
      };
    };
    responses: {
      /** @description An agent changed a memory in its sandbox */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunnerMemoryResponse'];
        };
      };
    };
  };
  runnerPutProcess: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
        ref: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RunnerProcessRequest'];
      };
    };
    responses: {
      /** @description A process that an agent left running */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  runnerAgentState: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RunnerStateRequest'];
      };
    };
    responses: {
      /** @description What becomes of the compute of an agent */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  runnerCheckAgents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CheckAgentsRequest'];
      };
    };
    responses: {
      /** @description Which of these agents do not exist at all */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MissingAgentsResponse'];
        };
      };
    };
  };
  runnerGetAttachment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        attachmentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A file that was sent to an agent of this runner */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
    };
  };
  runnerHeartbeat: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RunnerHeartbeatRequest'];
      };
    };
    responses: {
      /** @description The runner is there, and holds these leases */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunnerHeartbeatResultResponse'];
        };
      };
    };
  };
  runnerRegister: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RegisterRunnerRequest'];
      };
    };
    responses: {
      /** @description A runner has started */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RegisteredRunnerResponse'];
        };
      };
    };
  };
  runnerToolCall: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RunnerToolCallRequest'];
      };
    };
    responses: {
      /** @description An agent calls a tool of the platform */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunnerToolResultResponse'];
        };
      };
    };
  };
  runnerPushEvents: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        turnId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RunnerEventsRequest'];
      };
    };
    responses: {
      /** @description What happens in a turn */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunnerEventsResponse'];
        };
      };
    };
  };
  runnerFinishTurn: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        turnId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RunnerFinishRequest'];
      };
    };
    responses: {
      /** @description A turn is over */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunnerTurnResponse'];
        };
      };
    };
  };
  runnerReleaseTurn: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        turnId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RunnerReleaseRequest'];
      };
    };
    responses: {
      /** @description A turn goes back to the queue */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunnerReleaseResponse'];
        };
      };
    };
  };
  runnerWork: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RunnerWorkRequest'];
      };
    };
    responses: {
      /** @description What the runner is to do next */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunnerWorkItemsResponse'];
        };
      };
    };
  };
  listRunners: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The runners of this deployment, oldest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunnerListResponse'];
        };
      };
    };
  };
  listSecrets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The secrets of the workspace and those it inherits, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SecretListItemResponse'][];
        };
      };
    };
  };
  createSecret: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSecretRequest'];
      };
    };
    responses: {
      /** @description Stores a secret; a new LLM key is granted to agents that have none */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedSecretResponse'];
        };
      };
    };
  };
  deleteSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        secretId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deletes a secret of the workspace with its grants */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        secretId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateSecretRequest'];
      };
    };
    responses: {
      /** @description Changes a secret of the workspace */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SuccessResponse'];
        };
      };
    };
  };
  getGatewaySkill: {
    parameters: {
      query?: {
        /** @description Which agent the file is for, such as `claude`; any case. */
        agent_framework?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Skill file that teaches a coding agent to work behind the gateway */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/markdown': string;
        };
      };
    };
  };
  listSkills: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The skills of the workspace, of its agents and of its organization */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SkillListResponse'];
        };
      };
    };
  };
  createSkill: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSkillRequest'];
      };
    };
    responses: {
      /** @description Gives a skill to the agents of the workspace, or to one of them */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SkillResponse'];
        };
      };
    };
  };
  getSkill: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        skillId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A skill with its text and files */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SkillResponse'];
        };
      };
    };
  };
  deleteSkill: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        skillId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deletes a skill of the workspace or of an agent */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateSkill: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        skillId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateSkillRequest'];
      };
    };
    responses: {
      /** @description Changes a skill of the workspace or of an agent */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SkillResponse'];
        };
      };
    };
  };
  listProvisions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the accounts that wait to be claimed, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProvisionResponse'][];
        };
      };
    };
  };
  provisionUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ProvisionUserRequest'];
      };
    };
    responses: {
      /** @description Prepare an account with a workspace and a key, and a link to claim it */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProvisionedUserResponse'];
        };
      };
    };
  };
  cancelProvision: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provisionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Take a prepared account away again */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  abortTurn: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        turnId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Stop a turn */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AbortResponse'];
        };
      };
    };
  };
  getUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the person behind the credential */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserResponse'];
        };
      };
    };
  };
  deleteUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete your account, and the organizations nobody else is in */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeletedAccountResponse'];
        };
      };
    };
  };
  updateUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateUserRequest'];
      };
    };
    responses: {
      /** @description Change your display name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UpdatedUserResponse'];
        };
      };
    };
  };
  getApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get your API key for the workspace */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyResponse'];
        };
      };
    };
  };
  regenerateApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Replace your API key for the workspace */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyResponse'];
        };
      };
    };
  };
  listUserAuditLogs: {
    parameters: {
      query?: {
        action?:
          | 'create'
          | 'update'
          | 'delete'
          | 'regenerate'
          | 'disconnect'
          | 'approve'
          | 'deny'
          | 'publish'
          | 'redact'
          | 'verify'
          | 'invite'
          | 'accept'
          | 'claim';
        /** @description `nextCursor` of the page before. */
        cursor?: string;
        /** @description The first moment that counts. */
        from?: string;
        limit?: number;
        service?:
          | 'agent'
          | 'api-key'
          | 'app-availability'
          | 'app-config'
          | 'app-connection'
          | 'auth'
          | 'budget'
          | 'channel'
          | 'cron'
          | 'domain'
          | 'grant'
          | 'group'
          | 'invitation'
          | 'member'
          | 'memory'
          | 'organization'
          | 'partner'
          | 'partner-member'
          | 'partner-secret'
          | 'policy'
          | 'provision'
          | 'role-mapping'
          | 'scim-token'
          | 'secret'
          | 'session'
          | 'skill'
          | 'sso-connection'
          | 'vault'
          | 'workspace';
        /** @description The first moment that does not count any more. */
        to?: string;
        userId?: string;
        workspaceId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What you changed in your organizations, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditLogResponse'];
        };
      };
    };
  };
  getUserDeletionImpact: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Show what deleting your account would take along */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeletionImpactResponse'];
        };
      };
    };
  };
  pairVault: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: 'onepassword';
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PairVaultRequest'];
      };
    };
    responses: {
      /** @description Connect a password manager */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PairedResponse'];
        };
      };
    };
  };
  disconnectVault: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: 'onepassword';
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Disconnect a password manager */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DisconnectedResponse'];
        };
      };
    };
  };
  getVaultStatus: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Whether a password manager is connected and answers */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VaultStatusResponse'];
        };
      };
    };
  };
  listOnePasswordFields: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        itemId: string;
        vaultId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Labels and types of the fields of an item */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ItemFieldsResponse'];
        };
      };
    };
  };
  listOnePasswordVaults: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Vaults the service account may read */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VaultListResponse'];
        };
      };
    };
  };
  listOnePasswordItems: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        vaultId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Items of a vault */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VaultItemsResponse'];
        };
      };
    };
  };
  listVaults: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Password managers the workspace is paired with, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VaultConnectionResponse'][];
        };
      };
    };
  };
  confirmUnsubscribe: {
    parameters: {
      query?: {
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page that asks whether to unsubscribe */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
    };
  };
  unsubscribe: {
    parameters: {
      query?: {
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Send no more invitations to the address of the token · The same on a page, for who accepts `text/html` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnsubscribedResponse'];
          'text/html': string;
        };
      };
    };
  };
  listWorkspaces: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the workspaces you can see, oldest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WorkspaceResponse'][];
        };
      };
    };
  };
  createWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWorkspaceRequest'];
      };
    };
    responses: {
      /** @description Create a workspace */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedWorkspaceResponse'];
        };
      };
    };
  };
  getWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a workspace */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WorkspaceResponse'];
        };
      };
    };
  };
  deleteWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a workspace and everything in it */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateWorkspaceRequest'];
      };
    };
    responses: {
      /** @description Rename a workspace */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WorkspaceResponse'];
        };
      };
    };
  };
  getWorkspaceAccess: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Show who was given the workspace */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WorkspaceAccessResponse'];
        };
      };
    };
  };
  setWorkspaceAccess: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SetWorkspaceAccessRequest'];
      };
    };
    responses: {
      /** @description Say who may use the workspace */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedWorkspaceAccessResponse'];
        };
      };
    };
  };
}
