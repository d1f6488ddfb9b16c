// Generated from the OpenAPI document by scripts/generate-client.mjs: change the server, not this file.

export interface paths {
  '/auth/callback/google': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Receive the browser from Google; sets a session or returns an error code */
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
    /** List your active sessions, newest first */
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
    /** Report that the sign-in endpoints are available */
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
    /** Send a mail with a link to reset the password */
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
    /** Set a new password with the token of a mail */
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
    /** End all your sessions except this one */
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
    /** End all your sessions, including this one */
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
    /** Start a sign-in with Google */
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
    /** Report that the process is alive */
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
    /** Report whether the process can take traffic */
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
    /** List the requests of the workspace's agents, newest first */
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
    /** Get an agent's avatar; its URL changes with every upload */
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
    /** List the agents of the workspace, newest first */
    get: operations['listAgents'];
    put?: never;
    /** Create an agent; read its token from the list or regenerate it */
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
    /** Get an agent */
    get: operations['getAgent'];
    put?: never;
    post?: never;
    /** Delete an agent, its grants and its token */
    delete: operations['deleteAgent'];
    options?: never;
    head?: never;
    /** Rename an agent, or change the instructions and model of a hosted agent */
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
    /** List the channels of the agent and those it can be attached to */
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
    /** Create the agent's Slack app */
    post: operations['createChannelPresence'];
    /** Detach the agent from the channel */
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
    /** Attach the agent with the tokens of its Slack app */
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
    /** Get the manifest of the agent's Slack app, to create the app by hand */
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
    /** Get or create the caller's direct conversation with a hosted agent */
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
    /** List the schedules of an agent, oldest first */
    get: operations['listCrons'];
    put?: never;
    /** Create a schedule for an agent */
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
    /** Delete a schedule */
    delete: operations['deleteCron'];
    options?: never;
    head?: never;
    /** Change, pause or resume a schedule */
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
    /** Run a schedule now */
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
    /** List the credentials of an agent and the rules that grant them */
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
    /** List what is attached to the agent */
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
    /** Attach a connection to the agent, whole or by tool */
    put: operations['setAgentConnectionGrant'];
    post?: never;
    /** Detach a connection from the agent */
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
    /** Attach a secret to the agent */
    put: operations['setAgentSecretGrant'];
    post?: never;
    /** Detach a secret from the agent */
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
    /** Replace the agent's avatar; at most 1 MiB of PNG, JPEG, WebP or GIF */
    put: operations['setAgentImage'];
    post?: never;
    /** Remove the agent's avatar */
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
    /** List or search the memories of an agent */
    get: operations['listMemories'];
    put?: never;
    /** Create a memory with a new key */
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
    /** Get a memory with its newest revision */
    get: operations['getMemory'];
    put?: never;
    post?: never;
    /** Delete a memory with all its revisions */
    delete: operations['deleteMemory'];
    options?: never;
    head?: never;
    /** Change a memory */
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
    /** List the revisions of a memory, newest first */
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
    /** Get a revision with its whole content */
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
    /** Redact an old revision permanently */
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
    /** Restore an old revision of a memory */
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
    /** List the models and effort levels that a hosted agent can use with its key */
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
    /** Replace the token of an agent */
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
    /** List the ids of the secrets granted to the agent */
    get: operations['getAgentSecrets'];
    /** Replace the secret grants of the agent */
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
    /** Make the agent the default of its workspace */
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
    /** Get the default agent */
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
    /** Get the body of a held request */
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
    /** Approve or deny a held request */
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
    /** List the requests of the workspace that wait for a decision */
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
    /** List all apps and what the workspace has set up and connected of each */
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
    /** Get an app with a hint for the next step */
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
    /** Redirect the browser to the provider for consent */
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
    /** List the hosts of the app that can be blocked, and whether each is blocked */
    get: operations['getBlocklist'];
    put?: never;
    /** Block a host of the app */
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
    /** Delete the rule for a host of the app */
    delete: operations['removeBlocklistRule'];
    options?: never;
    head?: never;
    /** Block or unblock a host of the app */
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
    /** Receive the browser from a provider after consent */
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
    /** Get the workspace's own OAuth client for the app */
    get: operations['getAppConfig'];
    put?: never;
    /** Store an OAuth client of your own and enable it */
    post: operations['upsertAppConfig'];
    /** Delete the OAuth client */
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
    /** Enable or disable the OAuth client */
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
    /** Connect an account with credentials that a person entered */
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
    /** Disconnect an account of the app */
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
    /** List the tools of an app */
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
    /** List the apps that people of the workspace may use */
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
    /** Get the external id that AWS roles of the workspace must trust */
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
    /** List the apps for which the workspace or its organization stored an OAuth client */
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
    /** List the accounts the workspace can use, its own and those its organization shares, newest first */
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
    /** Disconnect an account */
    delete: operations['disconnectConnectionAlias'];
    options?: never;
    head?: never;
    /** Rename a connection */
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
    /** List the accounts the workspace can use, its own and those its organization shares, newest first */
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
    /** List the folders of a Dropbox account */
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
    /** List the apps that can be connected with an OAuth client of the operator */
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
    /** List the repositories of a GitHub App installation */
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
    /** Get the names of folders of a Google Drive account */
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
    /** List the folders and shared drives of a Google Drive account */
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
    /** List the tools of every app that has tools */
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
    /** Give the waiting command-line client access to the workspace */
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
    /** List the workspaces to which a command-line client can be given access */
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
    /** Poll whether the login was confirmed; returns the key once */
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
    /** Get the signed-in person and their organization; provision a new account */
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
    /** Receive the browser from a SAML identity provider */
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
    /** Receive a back-channel logout from an OpenID Connect provider */
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
    /** Receive the browser from an OpenID Connect provider */
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
    /** Redirect the browser to an organization's identity provider */
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
    /** Get the SAML metadata of this server for the identity provider */
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
    /** Single logout with the SAML redirect binding */
    get: operations['ssoSamlLogoutRedirect'];
    put?: never;
    /** Single logout with the SAML post binding */
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
    /** Complete a first single sign-on to an existing account */
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
    /** Look up the account of a first single sign-on, and what ends without its password */
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
    /** End the session and get the sign-out URL of the identity provider */
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
    /** Drop the gateway's cached state of the workspace */
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
    /** Get the channel apps to connect and post with, including their tokens */
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
    /** Deliver the press of a button on an approval card */
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
    /** Report that the channel adapter is alive */
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
    /** Deliver an event from a channel */
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
    /** Report the result of a post */
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
    /** Claim the next posts */
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
    /** Report whether the provider accepts the tokens of an app */
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
    /** Register a channel adapter after its start */
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
    /** Receive events from Slack */
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
    /** Receive presses of card buttons from Slack */
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
    /** Receive the browser from Slack's consent page */
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
    /** Claim an organization that a partner created */
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
    /** Preview which organization a claim link is for, and which partner created it */
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
    /** List the accounts the workspace can use, its own and those its organization shares, newest first */
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
    /** Disconnect an account */
    delete: operations['disconnectConnection'];
    options?: never;
    head?: never;
    /** Rename a connection */
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
    /** List what each agent can do with a connection */
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
    /** List the agents of the workspace that have the connection */
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
    /** Attach the connection to an agent, whole or by tool */
    put: operations['setConnectionAgentGrant'];
    post?: never;
    /** Detach the connection from an agent */
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
    /** Get the environment and files for a process behind the gateway */
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
    /** List the conversations of the workspace, newest first */
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
    /** Get a conversation */
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
    /** List the stored events of a conversation in order */
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
    /** Send a message to the agent, also while it is working */
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
    /** Stream the events of a conversation */
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
    /** List the newest turns of a conversation in chronological order */
    get: operations['listTurns'];
    put?: never;
    /** Start a turn, unless the agent is already working in this conversation */
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
    /** Count the agents, apps and secrets of the workspace */
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
    /** List the tools that have a placeholder credential file */
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
    /** Get the placeholder credential file of a tool */
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
    /** Get the icon of a site */
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
    /** Get the URL of the gateway */
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
    /** Get the certificate of the authority that signs for intercepted hosts */
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
    /** Get the command-line client in the version of this server */
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
    /** Get the shell script that installs the command line and connects the machine */
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
    /** Get what sign-in pages need to know */
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
    /** Accept an invitation addressed to the signed-in person */
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
    /** Look up an invitation by its token */
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
    /** Export the secrets and agents of the workspace to another deployment */
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
    /** Import secrets and agents from another deployment; all or none */
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
    /** Report that an installation is complete */
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
    /** Create a partner with its owner and its key */
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
    /** Delete a partner */
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
    /** Replace the link with which a partner's owner sets the first password */
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
    /** Rename the organization */
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
    /** Get which apps the people and groups of the organization may use */
    get: operations['getAppAvailability'];
    /** Replace the mode and all rules of app availability */
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
    /** Get the organization's OAuth client for the app, and what depends on it */
    get: operations['getOrgAppConfigAlias'];
    put?: never;
    /** Store an OAuth client and enable it */
    post: operations['upsertOrgAppConfigAlias'];
    /** Delete the OAuth client */
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
    /** Enable or disable the OAuth client */
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
    /** List the apps for which the organization stored an OAuth client */
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
    /** List the requests of every workspace that wait for a decision */
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
    /** Redirect the browser to the provider for consent on behalf of the organization */
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
    /** List the hosts of the app that can be blocked, and whether each is blocked */
    get: operations['getOrgBlocklist'];
    put?: never;
    /** Block a host of the app in every workspace */
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
    /** Delete the rule for a host of the app */
    delete: operations['removeOrgBlocklistRule'];
    options?: never;
    head?: never;
    /** Block or unblock a host of the app in every workspace */
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
    /** Get the organization's OAuth client for the app, and what depends on it */
    get: operations['getOrgAppConfig'];
    put?: never;
    /** Store an OAuth client of your own and enable it */
    post: operations['upsertOrgAppConfig'];
    /** Delete the OAuth client */
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
    /** Enable or disable the OAuth client */
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
    /** Connect an account that agents of every workspace can be granted */
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
    /** Get the external id that AWS roles shared by the organization must trust */
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
    /** List the apps for which the organization stored an OAuth client */
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
    /** List the accounts the organization shares with its workspaces, newest first */
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
    /** Disconnect an account */
    delete: operations['disconnectOrgAppConnectionAlias'];
    options?: never;
    head?: never;
    /** Rename a connection */
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
    /** List the accounts the organization shares with its workspaces, newest first */
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
    /** List the changes in the organization, newest first */
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
    /** List the organization's channel workspaces and the people linked to them */
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
    /** Delete the token of a Slack workspace */
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
    /** Store the token that creates apps for agents in a Slack workspace */
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
    /** Link a Slack user to a member */
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
    /** Delete the link between a Slack user and a member */
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
    /** List the accounts the organization shares with its workspaces, newest first */
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
    /** Disconnect an account */
    delete: operations['disconnectOrgConnection'];
    options?: never;
    head?: never;
    /** Rename a connection */
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
    /** List the accounts the organization shares with its workspaces, newest first */
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
    /** Delete a domain */
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
    /** Verify a domain by its DNS record */
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
    /** Delete a group and everything it was given */
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
    /** Detach a group from the identity provider */
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
    /** List the members of a group, longest membership first */
    get: operations['listOrgGroupMembers'];
    /** Replace the members of a group */
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
    /** Add a member to a group */
    put: operations['addOrgGroupMember'];
    post?: never;
    /** Remove a member from a group */
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
    /** List the pending and expired invitations, newest first */
    get: operations['listInvitations'];
    put?: never;
    /** Invite a person by e-mail, or replace the link of a pending invitation */
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
    /** Cancel a pending invitation */
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
    /** Preview what leaving the organization would delete */
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
    /** Add a member, with or without an account */
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
    /** Suspend or reinstate a member, change their role, or exempt them from single sign-on */
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
    /** List the groups of a member by name */
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
    /** Preview what removing a member would delete */
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
    /** Delete the link of a member to the identity provider */
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
    /** Detach the organization from its partner */
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
    /** List the secrets that the partner lends to the organization, newest first */
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
    /** Get whether a partner created the organization */
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
    /** Get the Default Rule, which applies when no rule matches */
    get: operations['getOrgPolicyDefault'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Allow or block by default, and set the coverage */
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
    /** Get the organization's permission for each tool of an app */
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
    /** Get the published generation, when it was published and by whom */
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
    /** Publish the draft */
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
    /** List the rules of the organization in first-match order */
    get: operations['listOrgPolicyRules'];
    put?: never;
    /** Append a rule with immediate effect */
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
    /** Get a rule of the draft */
    get: operations['getOrgPolicyRule'];
    put?: never;
    post?: never;
    /** Delete a rule */
    delete: operations['deleteOrgPolicyRule'];
    options?: never;
    head?: never;
    /** Change a rule without moving it */
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
    /** Reorder the rules */
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
    /** List the role mappings of groups, highest priority first */
    get: operations['listRoleMappings'];
    put?: never;
    /** Map a group to a role */
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
    /** Delete a role mapping */
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
    /** Reorder the role mappings */
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
    /** Count the members whose role a mapping would change */
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
    /** Get the organization's permissions for the tools of an app */
    get: operations['getOrgAppPermissions'];
    /** Allow tools of an app for everyone, block them, or require approval */
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
    /** List the active SCIM tokens, oldest first */
    get: operations['listScimTokens'];
    put?: never;
    /** Create a SCIM token for an identity provider */
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
    /** List the secrets shared by the organization, newest first */
    get: operations['listOrgSecrets'];
    put?: never;
    /** Store a secret that agents of every workspace can be granted */
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
    /** Delete a secret of the organization with its grants in every workspace */
    delete: operations['deleteOrgSecret'];
    options?: never;
    head?: never;
    /** Change a secret of the organization */
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
    /** List the skills that the organization gives to all its agents, by name */
    get: operations['listOrgSkills'];
    put?: never;
    /** Create a skill for the agents of every workspace */
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
    /** Get a skill of the organization with its text and files */
    get: operations['getOrgSkill'];
    put?: never;
    post?: never;
    /** Delete a skill of the organization */
    delete: operations['deleteOrgSkill'];
    options?: never;
    head?: never;
    /** Change a skill of the organization */
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
    /** Change, enable or disable a connection */
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
    /** Test whether the identity provider can be used as configured */
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
    /** Get whether single sign-on is required, and whether it can be */
    get: operations['getSsoEnforcement'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Set whether single sign-on is required and whether people join by it */
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
    /** Get the values that an identity provider needs about this server */
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
    /** Preview what removing a member would delete */
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
    /** Make another member the owner and become an administrator */
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
    /** Get the usage and the plan limits of the organization */
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
    /** List your organizations */
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
    /** Get the partner and your role in it */
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
    /** List the changes made for the partner, newest first */
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
    /** List the members of the portal, the owner first */
    get: operations['listPartnerMembers'];
    put?: never;
    /** Add a member to the portal */
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
    /** Remove a member from the portal */
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
    /** Change the role of a portal member */
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
    /** List the organizations you created, newest first */
    get: operations['listPartnerOrgs'];
    put?: never;
    /** Create an organization for a customer, with a link to claim it */
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
    /** Get an organization you created */
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
    /** List the budgets of an organization with their spending, oldest first */
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
    /** Delete the project named in the query */
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
    /** Set how much an organization may spend with a key */
    post: operations['setPartnerOrgBudget'];
    /** Remove the spending limit of an organization for a key */
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
    /** List the secrets that the partner lends, newest first */
    get: operations['listPartnerSecrets'];
    put?: never;
    /** Store a secret that every attached organization inherits */
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
    /** Delete a secret of the partner with its budgets and their spending */
    delete: operations['deletePartnerSecret'];
    options?: never;
    head?: never;
    /** Change a secret of the partner */
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
    /** Get the effective permission of each tool of an app */
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
    /** List the rules in force in the workspace */
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
    /** Simulate one request of an agent and explain the decision */
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
    /** Claim a prepared account as the signed-in person */
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
    /** Look up a claim link by its token */
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
    /** List the agents placed on this runner */
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
    /** Get the files of an agent's home */
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
    /** Report that the sandbox has the files of a home */
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
    /** Store a memory that an agent changed in its sandbox */
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
    /** Report a background process of an agent */
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
    /** Report the state of an agent's sandbox */
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
    /** Check which of these agents no longer exist */
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
    /** Download a file that was sent to an agent of this runner */
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
    /** Report that the runner is alive, and renew its leases */
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
    /** Register a runner after its start */
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
    /** Call a platform tool for an agent */
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
    /** Report events of a turn */
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
    /** Finish a turn */
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
    /** Return a turn to the queue */
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
    /** Get the next work for the runner */
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
    /** List the runners of this deployment, oldest first */
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
    /** List the secrets of the workspace and those it inherits, newest first */
    get: operations['listSecrets'];
    put?: never;
    /** Store a secret; a new LLM key is granted to agents that have none */
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
    /** Delete a secret of the workspace with its grants */
    delete: operations['deleteSecret'];
    options?: never;
    head?: never;
    /** Change a secret of the workspace */
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
    /** Get the skill file that explains the gateway to a coding agent */
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
    /** List the skills of the workspace, of its agents and of its organization */
    get: operations['listSkills'];
    put?: never;
    /** Create a skill for all agents of the workspace, or for one of them */
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
    /** Get a skill with its text and files */
    get: operations['getSkill'];
    put?: never;
    post?: never;
    /** Delete a skill of the workspace or of an agent */
    delete: operations['deleteSkill'];
    options?: never;
    head?: never;
    /** Change a skill of the workspace or of an agent */
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
    /** Prepare an account with a workspace and a key, and create a link to claim it */
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
    /** Delete a prepared account */
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
    /** Abort a turn */
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
    /** Delete your account and the organizations in which you are the only member */
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
    /** List your changes in all of your organizations, newest first */
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
    /** Preview what deleting your account would delete */
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
    /** Get whether a password manager is connected and answers */
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
    /** List the labels and types of the fields of an item */
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
    /** List the vaults that the service account may read */
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
    /** List the items of a vault */
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
    /** List the password managers of the workspace, newest first */
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
    /** Get the page that asks whether to unsubscribe */
    get: operations['confirmUnsubscribe'];
    put?: never;
    /** The address of the token receives no more invitations */
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
    /** List who has access to the workspace */
    get: operations['getWorkspaceAccess'];
    /** Replace who has access to the workspace */
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
      /** @description True: the turn has ended. */
      aborted: boolean;
      /** @description True: the executor was asked to abort. */
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
      /** @description Null after the agent is deleted. */
      agentId: string | null;
      agentName: string | null;
      /** @description Name of the person who decided about the held request. */
      approvedBy: string | null;
      /** Format: date-time */
      createdAt: string;
      extraData: {
        [key: string]: unknown;
      } | null;
      /** @description Includes the port, unless it is the default of the scheme. */
      host: string;
      id: string;
      injectionCount: number;
      latencyMs: number;
      matchedRuleLogicalId: string | null;
      /** @description `WEBSOCKET` for upgrades. */
      method: string;
      /** @description Without the query string. */
      path: string;
      /** @description The app, otherwise the hostname. */
      provider: string;
      /** @description The status that the agent received; 202 while the request is held. */
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
      /** @description The token that opens sockets. */
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
      /** @description The inner event, as it was received. */
      event: {
        [key: string]: unknown;
      };
      /** @description The provider's id of the event. */
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
      /** @description Opaque id. */
      itemId: string;
      /** @enum {string} */
      kind: 'message.post' | 'card.post' | 'card.update' | 'reaction.add' | 'reaction.remove';
      /** Format: date-time */
      leaseExpiresAt: string;
      /** @description The message that is changed or receives the reaction. */
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
      /** @description Id of the app at the provider. */
      externalId: string;
      /** @description User id of the app's bot. */
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
      /** @description Whether a channel adapter has reported recently. */
      online: boolean;
    };
    AdapterResultRequest: {
      bootId: string;
      errorCode?: string;
      messageRef?: string;
      /**
       * @description `retry`: the provider was certainly not reached, or it asked to wait.
       * @enum {string}
       */
      result: 'sent' | 'rejected' | 'retry';
      /** @description The delay that the provider asked for. */
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
      /** @description Sets the first password and works once. Null if the person has another way to sign in. */
      setupUrl: string | null;
      /**
       * @description `active` after the first sign-in.
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
      /** @description The transport that a new attachment would use. */
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
       * @description Time of the newest gateway request in the last 7 days.
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
      /** @description Public URL; every upload has a new one. */
      imageUrl: string;
    };
    AgentListItemResponse: {
      /** @description `aoc_` and 64 hexadecimal characters */
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
       * @description Time of the newest gateway request in the last 30 days.
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
      /** @description True unless the list was just read from the provider. */
      degraded: boolean;
      efforts: components['schemas']['AgentEffortResponse'][];
      models: components['schemas']['AgentModelResponse'][];
      /**
       * @description Null if the agent has no LLM key.
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
      /** @description `aoc_` and 64 hexadecimal characters */
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
       * @description Present if the organization’s client applies, because the workspace has none.
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
      /** @description Whether the workspace can store its own OAuth client. */
      configurable: boolean;
      /** @description Deprecated: the newest entry of `connections`. */
      connection: components['schemas']['LatestConnectionResponse'] | null;
      /** @description The workspace’s own accounts, newest first. */
      connections: components['schemas']['AppConnectionResponse'][];
      /** @enum {string} */
      connectionType: 'oauth' | 'api_key' | 'credentials_import';
      /** @description Files that tools expect on disk; placeholders only. */
      credentialStubs: components['schemas']['AppCredentialStubResponse'][];
      /** @description The next step to use the app, or to write its files. */
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
      /** @description Whether the workspace can store its own OAuth client. */
      configurable: boolean;
      /** @description Deprecated: the newest entry of `connections`. */
      connection: components['schemas']['LatestConnectionResponse'] | null;
      /** @description The workspace’s own accounts, newest first. */
      connections: components['schemas']['AppConnectionResponse'][];
      /** @enum {string} */
      connectionType: 'oauth' | 'api_key' | 'credentials_import';
      /** @description Files that tools expect on disk; placeholders only. */
      credentialStubs: components['schemas']['AppCredentialStubResponse'][];
      id: string;
      name: string;
    };
    AppTargetRequest: {
      /**
       * @description In an allow rule with identities: also injects every connection of this level.
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
      /** @description Tool ids or group wildcards. An empty list means the whole app. */
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
       * @description Uploaded, sent with a turn, or a file that could not be downloaded.
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
      /** @description The address at the time of the change. */
      userEmail: string | null;
      /** @description Null after the account is deleted. */
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
      /** @description Alias of the session, not the cookie secret */
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
      /** @description Id of the rule to change; an unknown id creates a new rule. */
      id?: string;
      /** @description An empty name reads as no name. */
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
      /** @description If false, every app is available and the list is empty. */
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
      /** @description Null if there is no rule for the host. */
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
      /** @description Required if `setupTokenRequired` */
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
      /** @description The new alias, if the session was rotated */
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
       * @description `events`: Slack calls this server. `socket`: the channel adapter holds a socket to Slack.
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
      /** @description The previous link stops working. */
      claimUrl: string;
    };
    ClaimPartnerOrgRequest: {
      /**
       * @description What happens to the API keys and SCIM tokens that the partner knows. Default `end`. With `keep` they keep working and act for you.
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
      /** @description Required if the transport is `socket`. */
      appToken?: string;
      botToken: string;
      /** @description Required if the transport is `events`, unless the server created the app. */
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
       * @description `events`: Slack calls this server. `socket`: the channel adapter holds a socket to Slack.
       * @enum {string}
       */
      transport: 'events' | 'socket';
    };
    CompletedSsoConfirmationResponse: {
      /** @description URL for the browser to open; after a refusal the login page with an error code. */
      url: string;
    };
    CompleteSsoConfirmationRequest: {
      /** @description The value from the URL of the page. */
      confirm: string;
      /** @description True: continue without the password and end what `ends` lists. */
      endAccess?: boolean;
      /** @description Password of the account. With it nothing ends. */
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
      /** @description The credentials of this connection are replaced. */
      connectionId?: string;
      /** @description The fields of the app by name. Names that the app does not define are ignored. Never returned. */
      fields: {
        [key: string]: string;
      };
      /** @description Distinguishes accounts of one app. Without a label, the provider's name of the account is used. */
      label?: string;
      /** @description One of the connection methods of the app. */
      method?: string;
    };
    ConnectedAccountResponse: {
      id: string;
      label: string | null;
    };
    ConnectedResponse: {
      /** @description Present if a connection was created. */
      connection?: components['schemas']['ConnectedAccountResponse'];
      success: boolean;
    };
    ConnectionCredentialResponse: {
      provenance?: (components['schemas']['GrantedByRule'] | components['schemas']['RedactedRuleResponse'])[];
      /** @enum {string} */
      status: 'viaRule' | 'none';
    };
    ConnectionDecisionsResponse: {
      /** @description Includes tools that require approval and tools without a rule. */
      allowedTools: number;
      anyApproval: boolean;
      anyRateLimit: boolean;
      totalTools: number;
    };
    ConnectionGrantRequest: {
      /**
       * @description `full`: the whole app, including tools that are added later. `custom`: only the named tools.
       * @enum {string}
       */
      access: 'full' | 'custom';
      /** @description Tool ids; required for `custom`. */
      allow?: string[];
      /** @description Ids of tools that require approval of each request; required for `custom`. */
      ask?: string[];
      /** @description If absent, the stored restriction is kept. Null removes it. */
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
       * @description When the account was first connected.
       */
      connectedAt: string;
      id: string;
      label: string | null;
      /** @description What the provider reports about the account; contains no secrets. */
      metadata: {
        [key: string]: unknown;
      } | null;
      /** @description Id of the app. */
      provider: string;
      /** @enum {string} */
      scope: 'workspace' | 'organization';
      /** @description As granted by the provider; empty if the provider does not report them. */
      scopes: string[];
      /**
       * @description The gateway uses only `connected` connections.
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
      /** @description True: the conversation belongs to one user alone. */
      direct: boolean;
      /** @description Its id at the source. */
      externalRef: string | null;
      id: string;
      /**
       * @description Where the conversation was opened.
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
      /** @description Hosted agents with background processes. */
      agentsWorkingInBackground: number;
      /** @description Connected apps of the workspace and the organization. */
      apps: number;
      /** @description LLM secrets of the workspace and the organization. */
      llms: number;
      /** @description Generic secrets of the workspace and the organization. */
      secrets: number;
    };
    CreateAgentRequest: {
      /** @description For hosted agents only. */
      harness?: string;
      identifier: string;
      /** @description For hosted agents only. */
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
      /** @description LLM secrets that the agent was granted at creation, oldest first. */
      llmKeys: string[];
      model: string | null;
      name: string;
    };
    CreatedInvitationResponse: {
      /** @description Whether the mail server accepted the mail during this request. False without a mail server, for an address that unsubscribed, and while the server is still retrying. */
      emailed: boolean;
      /** Format: uuid */
      id: string;
      /** @description The link that accepts the invitation. Only this response and the mail contain it. */
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
      /** @description The workspace that was created with the organization. */
      workspaceId: string;
    };
    CreatedPartnerOrgResponse: {
      /** @description Token of the default agent. Only this response contains it. */
      agentToken: string;
      /** @description Every person who opens it can claim the organization. */
      claimUrl: string;
      organizationId: string;
      /** @description Only this response contains it. */
      orgApiKey: string;
      /** @description Only this response contains it. */
      projectApiKey: string;
      /** @description The default project, which is a workspace. */
      projectId: string;
    };
    CreatedPartnerResponse: {
      owner: components['schemas']['PartnerMemberResponse'];
      /** @description Null if the owner can sign in already. */
      ownerSetupUrl: string | null;
      partner: components['schemas']['PartnerResponse'];
      /** @description Only this response contains it. */
      partnerApiKey: string;
    };
    CreatedPresenceResponse: {
      /** @description Slack's consent page for installing the app. */
      installUrl: string | null;
      presenceId: string;
      /** @description The app's page in Slack. */
      settingsUrl: string;
      /**
       * @description `events`: Slack calls this server. `socket`: the channel adapter holds a socket to Slack.
       * @enum {string}
       */
      transport: 'events' | 'socket';
    };
    CreatedScimTokenResponse: {
      /** Format: date-time */
      createdAt: string;
      /** @description Null after their account is deleted. */
      createdByEmail: string | null;
      id: string;
      label: string;
      /** Format: date-time */
      lastUsedAt: string | null;
      /** @description Only this response contains it. */
      token: string;
    };
    CreatedSecretResponse: {
      /** @description Agents that had no LLM key and received this one. */
      attachedAgents: string[];
      /** Format: date-time */
      createdAt: string;
      hostPattern: string;
      id: string;
      name: string;
      opRef: string | null;
      pathPattern: string | null;
      /** @description The masked value, for inline secrets; returned only once. */
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
      /** @description Secrets and connected connections of the workspace, and those it inherits from the organization. */
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
      /** @description Markdown text. */
      content: string;
      /** @description Text for the index. */
      description?: string | null;
      /** @description Cannot be changed. */
      key: string;
      title?: string | null;
    };
    CreateOrganizationRequest: {
      /** @example Acme */
      name: string;
    };
    CreateOrgSecretRequest: {
      /** @description A host, or `*.` and a domain that is not a public suffix. */
      hostPattern: string;
      /** @description Required for `generic`, ignored for the other types. */
      injectionConfig?:
        | (
            | {
                /** @description Must not be a header that frames the message or belongs to the gateway. */
                headerName: string;
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with exactly one `{value}`. */
                pathTemplate: string;
              }
            | {
                /** @description Regular expression in RE2 syntax. */
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
      /** @description If empty, covers every path. */
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
      /** @description Markdown text. */
      content: string;
      /** @description Describes to the agent when to load the skill. */
      description: string;
      enabled?: boolean;
      files?: components['schemas']['SkillFileRequest'][];
      /** @description Cannot be changed. */
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
      /** @description Derived from the name if absent. */
      slug?: string;
    };
    CreatePartnerSecretRequest: {
      /** @description A host, or `*.` and a domain that is not a public suffix. */
      hostPattern: string;
      /** @description Required for `generic`, ignored for the other types. */
      injectionConfig?:
        | (
            | {
                /** @description Must not be a header that frames the message or belongs to the gateway. */
                headerName: string;
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with exactly one `{value}`. */
                pathTemplate: string;
              }
            | {
                /** @description Regular expression in RE2 syntax. */
                pathRegex: string;
                pathReplacement: string;
              }
          )
        | null;
      name: string;
      /** @description For display only. */
      opDisplay?: components['schemas']['OnePasswordDisplayRequest'];
      /** @description Not allowed here. */
      opRef?: string;
      /** @description If empty, covers every path. */
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
      /** @description The highest priority wins. Default: below all others. */
      priority?: number;
      /** @enum {string} */
      role: 'admin' | 'member';
    };
    CreateRuleRequest: {
      /**
       * @description `rate_limit` and `manual_approval` are stored as `allow` with the corresponding modifier.
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
      /** @description Default `true`. */
      enabled?: boolean;
      /** @description If empty, a decision applies to everyone and an injection to no one. */
      identities?: components['schemas']['RuleIdentityRequest'][];
      name: string;
      /** @description Requests per agent and window. */
      rateLimit?: number;
      /** @enum {string} */
      rateLimitWindow?: 'minute' | 'hour' | 'day';
      /** @description Every matching request requires a person's approval. */
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
      /** @description The message to the agent. */
      prompt: string;
      /**
       * @description A cron expression of five fields, or a nickname such as `@daily`. It must match at least one future time.
       * @example 0 9 * * MON
       */
      schedule: string;
      /**
       * @description An IANA time zone.
       * @example Europe/London
       */
      timezone: string;
    };
    CreateScimTokenRequest: {
      /** @example Okta */
      label: string;
    };
    CreateSecretRequest: {
      /** @description A host, or `*.` and a domain that is not a public suffix. */
      hostPattern: string;
      /** @description Required for `generic`, ignored for the other types. */
      injectionConfig?:
        | (
            | {
                /** @description Must not be a header that frames the message or belongs to the gateway. */
                headerName: string;
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with exactly one `{value}`. */
                pathTemplate: string;
              }
            | {
                /** @description Regular expression in RE2 syntax. */
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
      /** @description If empty, covers every path. */
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
      /** @description A hosted agent that owns the skill. If absent, the skill is for all agents of the workspace. */
      agentId?: string;
      /** @description Markdown text. */
      content: string;
      /** @description Describes to the agent when to load the skill. */
      description: string;
      enabled?: boolean;
      files?: components['schemas']['SkillFileRequest'][];
      /** @description Cannot be changed. */
      name: string;
    } & {
      name: unknown;
    };
    CreateSsoConnectionRequest: {
      /** @description For OpenID Connect. */
      clientId?: string;
      /** @description For OpenID Connect. Stored encrypted and never returned. */
      clientSecret?: string;
      displayName: string;
      /** @description OpenID Connect: the issuer exactly as the provider shows it. */
      issuer?: string;
      /** @description SAML: URL of the provider's metadata. Either this or `metadataXml` is set. */
      metadataUrl?: string;
      /** @description SAML: the provider's metadata document. */
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
       * @description Also deletes the app in Slack, as far as Slack permits it.
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
      /** @description The id of the partner for `partner_owner`. */
      organizationId: string;
      organizationName: string;
      /** @description Includes suspended members, excludes unclaimed accounts. */
      otherMembers: number;
      /** @enum {string} */
      reason: 'owner_with_members' | 'partner_owner';
    };
    DeletionImpactResponse: {
      apiKeysRevoked: number;
      blockers: components['schemas']['DeletionBlockerResponse'][];
      /** @description Whether nothing prevents the deletion now. The deletion checks again. */
      canDelete: boolean;
      /** @description Organizations in which you are the only member. */
      organizationsDeleted: components['schemas']['DeletedOrganizationResponse'][];
      /** @description Organizations you share with others. */
      organizationsLeft: components['schemas']['LeftOrganizationResponse'][];
      sessionsRevoked: number;
    };
    DepartingWorkspaceResponse: {
      /** @description Chat apps installed for its agents, which are deleted with it. */
      channelApps: components['schemas']['ChannelAppResponse'][];
      id: string;
      name: string | null;
    };
    DepartureImpactResponse: {
      /** @description Workspaces that are deleted with everything in them. */
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
      /** @description The same value, for older clients */
      projects: components['schemas']['DeviceLoginWorkspaceResponse'][];
      workspaces: components['schemas']['DeviceLoginWorkspaceResponse'][];
    };
    DeviceLoginPollResponse: {
      /** @description Present with `ok`, which is returned once */
      api_key?: string;
      /** @enum {string} */
      status: 'pending' | 'ok' | 'expired';
      /** @description Present with `ok` */
      workspace_id?: string;
    };
    DeviceLoginResponse: {
      /**
       * Format: uri
       * @description The page on which a person confirms the login
       */
      auth_url: string;
      /** @description Code for polling, 32 hexadecimal characters */
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
      /** @description In ASCII and lower case. */
      domain: string;
      id: string;
      /** @description Complete records; one of them is enough. */
      txtRecords: components['schemas']['TxtRecordResponse'][];
      /** @description Public value of the DNS record. */
      verificationToken: string;
      /**
       * Format: date-time
       * @description Null while the domain is claimed but not verified.
       */
      verifiedAt: string | null;
    };
    DriveFolderResponse: {
      /** @description True if there are more subfolders than were counted. */
      countCapped: boolean;
      /** @description Null: unknown. */
      fileCount: number | null;
      id: string;
      /** @enum {string} */
      kind: 'folder' | 'sharedDrive';
      name: string;
      /** @description Null: unknown. */
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
      /** @description An empty list means that no resource can be reached. */
      effectiveResources: {
        [key: string]: string[];
      } | null;
      groups: components['schemas']['EffectiveToolGroupResponse'][];
      orgResources: {
        [key: string]: string[];
      } | null;
      provider: string;
      /** @description There are rules for particular people that this view cannot show. */
      variesByIdentity: number;
    };
    EffectiveConnectionResponse: {
      id: string;
      /** @enum {string} */
      kind: 'connection';
      label: string | null;
      /** @description The organization's rules alone block every tool. */
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
      /** @description Null if the caller may not see them. */
      organization: components['schemas']['PolicyRuleResponse'][] | null;
      organizationDefault: components['schemas']['PolicyRuleResponse'] | null;
      /** @description In first-match order. Grants are rules too. */
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
       * @description The organization's permission alone; null if it has no rule for the tool.
       * @enum {string|null}
       */
      orgCeiling: 'allow' | 'approval' | 'block' | null;
      rateLimit: number | null;
      /** @enum {string|null} */
      rateLimitWindow: 'minute' | 'hour' | 'day' | null;
      toolId: string;
      /**
       * @description `mixed`: methods, paths or accounts have different results.
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
      /** @description Origin of the gateway, without a path or trailing slash. */
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
      /** @description Restricts a connection to some resources; exactly one key. */
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
      /** @description For apps only. */
      connectionId?: string;
      /** @description For secrets only. */
      id?: string;
      /** @enum {string} */
      kind: 'app' | 'secret' | 'llm';
      /** @description For apps only. */
      label?: string | null;
      /** @description For secrets only. */
      name?: string;
      /** @description For apps only. */
      provider?: string;
    };
    GroupAccessResponse: {
      /** Format: date-time */
      createdAt: string;
      groupId: string;
      /** @description Id of the entry, not of the group. */
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
      /** @description Includes suspended members. */
      memberCount: number;
      name: string;
      /**
       * @description `scim`: managed by the identity provider only.
       * @enum {string}
       */
      source: 'manual' | 'scim';
      /** Format: date-time */
      updatedAt: string;
    };
    GroupThreadResponse: {
      /** Format: date-time */
      createdAt: string;
      /** @description The channel and the thread in the channel. */
      externalThreadId: string;
    };
    HealthResponse: {
      /** @enum {string} */
      status: 'ok';
      /** Format: date-time */
      timestamp: string;
      /** @description Version of the server; `unknown` if the build has no version stamp. */
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
      /** @description Accepted but not stored. */
      isDefault?: boolean | null;
      name: string;
      /** @description Accepted but not stored. */
      secretMode?: string | null;
    };
    ImportedResponse: {
      agents: number;
      /** @description Always 0; kept for older clients. */
      agentSecrets: number;
      /** @description Always 0; kept for older clients. */
      rules: number;
      secrets: number;
    };
    ImportedSecretRequest: {
      hostPattern: string;
      injectionConfig?:
        | (
            | {
                /** @description Must not be a header that frames the message or belongs to the gateway. */
                headerName: string;
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with exactly one `{value}`. */
                pathTemplate: string;
              }
            | {
                /** @description Regular expression in RE2 syntax. */
                pathRegex: string;
                pathReplacement: string;
              }
          )
        | null;
      /** @description Accepted but not stored. The server derives it from the value. */
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
      /** @description The challenge with which Slack verifies the URL. */
      challenge?: string;
      /** @enum {boolean} */
      ok?: true;
    };
    InstallCompleteRequest: {
      /** @description `migrate` or `cli-install`; any other value means `install` */
      type?: unknown;
    };
    InstallCompleteResponse: {
      ok: boolean;
    };
    InstanceBootstrapResponse: {
      /** @description Whether the server can send mail */
      emailDelivery: boolean;
      /** @description True while no user exists */
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
      /** @description Whether the server can create apps for agents. */
      hasCredentials: boolean;
      name: string | null;
      /** @description Slack refuses the stored token; a new one is required. */
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
      /** @description Includes the Default Rule. */
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
      /** @description Workspaces of the organization that are kept. */
      workspacesKept: number;
    };
    LimitUsageResponse: {
      /** @description For `pending_bytes` the value of the workspace that holds the most; for `streams` the streams open at the process that answers; for `organizations` the organizations you own. */
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
       * @description The limit set on this server.
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
      /** @description Null means unlimited. */
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
      /** @description Cost in US cents, rounded down. */
      costCents: number;
      /** @description Exact cost in billionths of a US cent, as an integer of any length. */
      costNanoCents: string;
      /** @description Calls among them whose tokens are estimated. */
      estimatedRequests: number;
      inputTokens: number;
      outputTokens: number;
      /** @description Calls that have a cost. */
      requests: number;
    };
    LlmUsageLineResponse: {
      agentId: string;
      agentName: string;
      cacheReadTokens: number;
      cacheWriteTokens: number;
      /** @description Cost in US cents, rounded down. */
      costCents: number;
      /** @description Exact cost in billionths of a US cent, as an integer of any length. */
      costNanoCents: string;
      /**
       * Format: date
       * @description Day in UTC.
       */
      day: string;
      /** @description Calls among them whose tokens are estimated. */
      estimatedRequests: number;
      inputTokens: number;
      /** @description `unknown` if no model was named, `other` if the name is not a valid model name. */
      model: string;
      outputTokens: number;
      /** @description As in the price table. */
      provider: string;
      /** @description Calls that have a cost. */
      requests: number;
      workspaceId: string;
    };
    LlmUsageResponse: {
      /**
       * Format: date
       * @description First day included.
       */
      from: string;
      items: components['schemas']['LlmUsageLineResponse'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
      /**
       * Format: date
       * @description Last day included.
       */
      to: string;
      /** @description Total of all lines, not only of this page. */
      total: components['schemas']['LlmAmountsResponse'];
    };
    LookupSsoConfirmationRequest: {
      /** @description The value from the URL of the page. */
      confirm: string;
    };
    LookupTokenRequest: {
      token: string;
    };
    MemberDetailsResponse: {
      email: string;
      /** @description The first 100 groups by name. */
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
      /** @description Whether the person is exempt from required single sign-on. */
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
      /** @description Whether the person is exempt from required single sign-on. */
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
      /** @description Number of changes so far. */
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
      /** @description Plain text with the matches between `**`. */
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
      /** @description Number of changes so far. */
      lastRevisionSeq: number;
      title: string | null;
      /** Format: date-time */
      updatedAt: string;
    };
    MemoryListResponse: {
      /** @description Present with `q`: at most 8, best match first. */
      hits?: components['schemas']['MemoryHitResponse'][];
      /** @description Present without `q`: all memories, by key. */
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
      /** @description Number of changes so far. */
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
      /** @description If the agent is the author: the person whose turn caused the write. */
      authorUserId: string | null;
      content: string;
      /** @description Whether `content` was truncated to 2,000 characters. */
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
      /** @description If the agent is the author: the person whose turn caused the write. */
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
      /** @description URL of the other deployment. Default: the first of MIGRATION_EXPORT_TARGETS. */
      cloudUrl?: string;
    };
    MigrateImportRequest: {
      agents?: components['schemas']['ImportedAgentRequest'][];
      /** @description Sent by older versions; reported as skipped. */
      agentSecrets?: unknown;
      /** @description Sent by older versions; reported as skipped. */
      rules?: unknown;
      secrets?: components['schemas']['ImportedSecretRequest'][];
      version: number;
    };
    MigrationReportResponse: {
      imported: components['schemas']['ImportedResponse'];
      /** @description Items that were not imported, with the reason. */
      skipped: components['schemas']['SkippedResponse'][];
    };
    MissingAgentsResponse: {
      missing: string[];
    };
    ModelDefaultsResponse: {
      /** @description Null: no effort is sent. */
      effort: string | null;
      /** @description Empty if the agent has no LLM key. */
      model: string;
    };
    ModelSelectionResponse: {
      /** @description Null: no effort is sent. */
      effort: string | null;
      /** @description Empty if the agent has no LLM key. */
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
       * @description If absent, covers every method.
       * @enum {string|null}
       */
      method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | null;
      /**
       * @description If empty or absent, covers every path.
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
      /** @description Method name as in OpenID Connect discovery. */
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
      /** @description False only while no customer has claimed an organization that a partner created. */
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
      /** @description The accounts that are disconnected if the client is changed or removed. */
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
      /** @description Whether the server can create apps for agents. */
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
      /** @description `onepassword`: token of a 1Password service account; it contains the host to sign in at */
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
      /** @description Only this response contains it. The previous key stops working. */
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
      /** @description The actor: an e-mail address, `partner-key` or `operator`. */
      userEmail: string | null;
      /** @description Null for a key, and after the account is deleted. */
      userId: string | null;
    };
    PartnerAuditLogResponse: {
      data: components['schemas']['PartnerAuditEntryResponse'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    PartnerBudgetResponse: {
      /** @description Whether calls whose cost cannot be measured are allowed. */
      allowUnmetered: boolean;
      limitCents: number;
      organizationId: string;
      /** @enum {string} */
      period: 'monthly' | 'total';
      secretId: string;
      /** @description Spending in the current period, rounded down. Updated some seconds after the traffic. */
      spentCents: number;
    };
    PartnerClaimPreviewResponse: {
      claimable: boolean;
      /** @enum {string} */
      kind: 'organization';
      organizationName: string;
      partnerName: string;
      /**
       * @description Why the organization cannot be claimed.
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
       * @description `active` after the first sign-in.
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
       * @description Null if claim links do not expire, and after the claim.
       */
      claimExpiresAt: string | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      detachedAt: string | null;
      id: string;
      name: string;
      /** @description Empty after the claim. */
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
      /** @description Sets the first password and works once. Previous links stop working. */
      setupUrl: string;
    };
    PartnerStatusResponse: {
      /** @description Whether the organization no longer receives anything from the partner. */
      detached: boolean;
      /** @description Whether a partner created the organization; stays true after detaching. */
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
      /** @description Includes the query string */
      path: string;
      /** @description The same as `workspaceId`, for released clients */
      projectId: string;
      summary: components['schemas']['SummaryResponse'] | null;
      url: string;
      workspaceId: string;
    };
    PendingResponse: {
      requests: components['schemas']['PendingItemResponse'][];
      /** @description How long a request is held before it is denied */
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
      /** @description Stands for all tools of the group; for organization rules only. */
      wildcard?: components['schemas']['PublicToolResponse'];
      /** @description With `wildcard`: whether it covers every tool of the group. */
      wildcardComplete?: boolean;
    };
    PersonAccessRequest: {
      /**
       * @description `owner` may manage the workspace, `member` may only use it.
       * @enum {string}
       */
      role: 'owner' | 'member';
      userId: string;
    };
    PersonAccessResponse: {
      /** Format: date-time */
      createdAt: string;
      email: string;
      /** @description Id of the entry, not of the person. */
      id: string;
      /** @description Whether the person created the workspace. */
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
       * @description For the Default Rule only.
       * @enum {string}
       */
      coverage?: 'credentialed' | 'all';
      /** Format: date-time */
      createdAt: string;
      description: string | null;
      enabled: boolean;
      /** @description 0 for the draft. */
      generation: number;
      /** @description Published rows have a new id after every publish; compare rules by `logicalId`. */
      id: string;
      identities: components['schemas']['RuleIdentityResponse'][];
      isDefault: boolean;
      logicalId: string;
      name: string;
      /** @description First-match order, lowest first. */
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
       * @description `events`: Slack calls this server. `socket`: the channel adapter holds a socket to Slack.
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
       * @description `events`: Slack calls this server. `socket`: the channel adapter holds a socket to Slack.
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
      /** @description Works immediately. Only this response contains it. */
      apiKey: string;
      /** @description Only this response contains it. */
      claimUrl: string;
      /** Format: date-time */
      expiresAt: string;
      id: string;
      /** @description The same as `workspaceId`. */
      projectId: string;
      /** @description The prepared account, not the account of the person who claims it. */
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
      /** @description Null after the workspace is deleted. */
      workspaceId: string | null;
    };
    ProvisionUserRequest: {
      /**
       * @description Default `member`.
       * @enum {string}
       */
      role?: 'admin' | 'member';
      /** @description Default `true`. */
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
      /** @description Includes the Default Rule. */
      ruleCount: number;
    };
    PutCredentialsRequest: {
      /** @description The refresh token of the Slack workspace's app configuration tokens. */
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
       * @description Present if a Redis is configured. Without it the server counts in PostgreSQL and stays ready.
       * @enum {string}
       */
      redis?: 'ok' | 'unavailable';
    };
    ReadinessResponse: {
      /** @description Present if one of them is not `ok`. */
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
      /** @description New at each start of the daemon. */
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
      /** @description New at each start of the daemon. */
      bootId: string;
      capabilities: components['schemas']['RunnerCapabilitiesRequest'];
      name: string;
      /** @description Runs of its previous start that the runner can continue. */
      resume?: components['schemas']['ResumedLeaseRequest'][];
    };
    RemovalImpactResponse: {
      /** @description Workspaces that are deleted with everything in them. */
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
      /** @description Every mapping once, highest priority first. */
      orderedIds: string[];
    };
    ReorderRulesRequest: {
      /** @description Every rule of the draft except the Default Rule, exactly once, in the new order. */
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
      /** @description The end of the process's output. */
      tail?: string | null;
    };
    RepositoriesResponse: {
      page: number;
      perPage: number;
      repositories: components['schemas']['RepositoryResponse'][];
      /** @description All matches among the first 1000 repositories. */
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
      /** @description Null means unlimited. */
      limit: number | null;
      /** @enum {string} */
      name: 'Workspaces' | 'Agents' | 'Secrets' | 'OAuth apps' | 'Integration calls' | 'Members';
    };
    ResumedLeaseRequest: {
      leaseId: string;
      turnId: string;
    };
    RevokeSessionRequest: {
      /** @description The alias of the session, as in the list */
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
      /** @description Number of members of the group. */
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
      /** @description The project whose key was replaced. */
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
      /** @description Whether the runner downloads attachments. */
      attachments?: boolean;
      backend: string;
      /** @description Whether the runner keeps no session and needs the history. */
      history?: boolean;
      /** @enum {string} */
      homeDurability: 'resident' | 'snapshot';
      /** @description How many agents the runner may have started at once. */
      maxSandboxes: number;
      /** @description Whether the runner accepts follow-ups while a turn runs. */
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
      /** @description Number of the first event. */
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
      /** @description Turns to abort. */
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
      /** @description If absent, the title is kept. Null clears it. */
      description: string | null;
      /** @description Lease of the turn in which the memory was written. */
      leaseId?: string;
      /** @description If absent, the title is kept. Null clears it. */
      title: string | null;
    };
    RunnerMemoryResponse: {
      created?: boolean;
      /** @description What is wrong with the memory, for the agent. */
      error?: string;
      /** @description True: the same content was already stored. */
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
      /** @description What the runner reported when it registered. */
      capabilities: {
        [key: string]: unknown;
      };
      /** @description Highest allowed value of `heldAwakeCount`. */
      heldAwakeCeiling: number;
      /** @description Number of sandboxes kept awake by background processes. */
      heldAwakeCount: number;
      id: string;
      /** @enum {string} */
      kind: 'external' | 'embedded';
      /** Format: date-time */
      lastSeenAt: string | null;
      name: string;
      online: boolean;
      /** @description Number of started sandboxes. */
      sandboxCount: number;
    };
    RunnersResponse: {
      online: boolean;
      registered: boolean;
    };
    RunnerStateRequest: {
      bootId: string;
      /** @description The runner's own id of this start of the sandbox. */
      computeRef?: string;
      /** @description Text for the server's log. */
      error?: string;
      /** @description The runner's own id of the home. */
      homeRef?: string;
      /** @description Why the agent could not be started. */
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
      /** @description Id of the call; a repeated call has no second effect. */
      callId: string;
      /** @description Lease of the calling turn; the call renews it. */
      leaseId?: string;
      tool: string;
    };
    RunnerToolResultResponse: {
      /** @description What the agent is not allowed to do or got wrong. */
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
      /** @description Name of the attribute with the e-mail address; required. */
      emailAttribute: string;
      /** @description Audience URI, Identifier (Entity ID). */
      entityId: string;
      /** @description URL of the same values as an XML document. */
      metadataUrl: string;
      /** @description Name of the attribute with the display name; optional. */
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
       * @description Why the server disabled the schedule.
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
       * @description Does not change while the schedule is paused.
       */
      nextFireAt: string;
      prompt: string;
      schedule: string;
      timezone: string;
    };
    ScimTokenResponse: {
      /** Format: date-time */
      createdAt: string;
      /** @description Null after their account is deleted. */
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
                /** @description Must not be a header that frames the message or belongs to the gateway. */
                headerName: string;
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with exactly one `{value}`. */
                pathTemplate: string;
              }
            | {
                /** @description Regular expression in RE2 syntax. */
                pathRegex: string;
                pathReplacement: string;
              }
          )
        | null;
      /** @description Derived by the server from the value. */
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
      /** @description A secret shared by the organization. Either this or `secretScope` is set. */
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
      /** @description The body without its content encodings; null if it is not UTF-8 text */
      text: string | null;
      /** @description False: the body is longer, or the agent is still sending it */
      whole: boolean;
    };
    SentMessageResponse: {
      /** @enum {string} */
      kind: 'turn' | 'followUp';
      turn: components['schemas']['TurnResponse'];
    };
    ServiceProviderResponse: {
      oidc: components['schemas']['OidcServiceProviderResponse'];
      /** @description Part of every URL of the organization; never changes. */
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
      /** @description All rules. Stored rules that are not in the list are deleted. Rules that grant nothing are dropped. */
      rules: components['schemas']['AvailabilityRuleRequest'][];
    };
    SetAppPermissionsRequest: {
      /** @description If a tool is named twice, the last entry applies. */
      changes: components['schemas']['ToolPermissionChange'][];
      /** @description Replaces the conditions of every permission that gets tools from this request. */
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
      /** @description All members of the group after the change. */
      userIds: string[];
    };
    SetGroupMembersResponse: {
      added: number;
      removed: number;
    };
    SetPartnerBudgetRequest: {
      /** @description Allows calls whose cost cannot be measured: WebSockets, background responses, batches, files and similar ones. Default false: the gateway refuses them with `budget_unmeterable`. */
      allowUnmetered?: boolean;
      /** @description In US cents. */
      limitCents: number;
      /**
       * @description `monthly` starts again on the first day of each month in UTC, `total` never does.
       * @enum {string}
       */
      period: 'monthly' | 'total';
    };
    SetWorkspaceAccessRequest: {
      groupIds: string[];
      /** @description If a person is named twice, the last role applies. */
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
      /** @description Default `true` */
      rememberMe?: boolean | null;
    };
    SignInResponse: {
      redirect: boolean;
      /** @description Alias of the session, not the cookie secret */
      token: string;
      url?: string;
      user: components['schemas']['AuthUser'];
    };
    SignUpRequest: {
      /** @description Relative path, or a URL on a trusted origin */
      callbackURL?: string | null;
      /** @description Token of the claim link of a prepared account. Its holder may register where registration is by invitation */
      claimToken?: string | null;
      /** Format: email */
      email: string;
      name: string;
      password: string;
    };
    SignUpResponse: {
      /** @description Alias of the session, not the cookie secret */
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
      /** @description Whether the agent has a credential for the host. */
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
      /** @description The part of the closest target, or the index of the condition, that did not match. */
      failed:
        | (
            | ('host' | 'path' | 'method' | 'tool' | 'own_tool' | 'connection' | 'app' | 'secret' | 'none')
            | number
          )
        | null;
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
      /** @description Whether the default of the set applies to this request. */
      armed: boolean;
      default: components['schemas']['SimulatedDefaultResponse'];
      rules: components['schemas']['SimulatedRuleResponse'][];
      /** @enum {string} */
      scope: 'organization' | 'workspace';
      /** @description True if there are more rules. */
      truncated: boolean;
    };
    SimulateRequest: {
      agentId: string;
      body?: string;
      /** @description The account to use, as in the header `x-onecli-connection-id`. */
      connectionId?: string;
      /** @description The gateway's own headers are read. No header is stored. */
      headers?: {
        [key: string]: string;
      };
      method: string;
      /**
       * @description Absolute http or https URL, without user information.
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
      /** @description If no credential is written: the message about what is missing, which the agent receives when the upstream answers 401. Null if the upstream’s own response would pass. */
      hint: components['schemas']['SimulatedRefusalResponse'] | null;
      injection: components['schemas']['SimulatedInjectionResponse'][];
      modifiers: components['schemas']['SimulatedModifiersResponse'];
      /** @description Checks that would need a call to another service. */
      notChecked: ('dns' | 'vault' | 'resource_guard')[];
      /** @description The error response that the agent would receive. */
      refusal: components['schemas']['SimulatedRefusalResponse'] | null;
      request: components['schemas']['SimulatedFactsResponse'];
      /** @description First the organization, then the workspace. Empty if the request is refused earlier. */
      sets: components['schemas']['SimulatedSetResponse'][];
      /**
       * @description Without regard to rate limits.
       * @enum {string}
       */
      verdict: 'allow' | 'approval' | 'refuse';
      winner: components['schemas']['ConnectionOfferResponse'] | null;
      /**
       * @description Why credentials of the agent are not written: the request is for this server itself, or unencrypted to a host that the operator did not list.
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
      /** @description A disabled skill does not hide a skill of the same name with a broader scope. */
      enabled: boolean;
      fileCount: number;
      id: string;
      name: string;
      organizationId: string | null;
      /**
       * @description The level of the skill; determines which of the three ids is set.
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
      /** @description A disabled skill does not hide a skill of the same name with a broader scope. */
      enabled: boolean;
      /** @description Files of the skill by path. */
      files: components['schemas']['SkillFileResponse'][];
      id: string;
      name: string;
      organizationId: string | null;
      /**
       * @description The level of the skill; determines which of the three ids is set.
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
       * @description Only `google` is available
       * @enum {string}
       */
      provider: 'google';
    };
    SocialSignInResponse: {
      redirect: boolean;
      /** @description URL for the browser to open */
      url: string;
    };
    SsoCheckResponse: {
      code: string;
      /** @description What is wrong, and the likely mistake. */
      detail?: string;
      /** @description Text for a person. */
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
      /** @description Prepared accounts that are not claimed. */
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
       * @description When the last signing certificate expires; null for OpenID Connect.
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
      /** @description Contains no secrets. */
      config: components['schemas']['SsoConnectionConfigResponse'];
      /** Format: date-time */
      createdAt: string;
      displayName: string;
      id: string;
      /** Format: date-time */
      lastLoginAt: string | null;
      providerName: string;
      /** @description The values that the identity provider needs, by type. */
      serviceProvider:
        | components['schemas']['SamlServiceProviderResponse']
        | components['schemas']['OidcServiceProviderResponse'];
      /**
       * @description `pending` until the first person has signed in through the connection. Sign-in is possible while it is pending.
       * @enum {string}
       */
      status: 'pending' | 'active' | 'disabled';
      /** @enum {string} */
      type: 'saml' | 'oidc';
      /** Format: date-time */
      updatedAt: string;
    };
    SsoEnforcementResponse: {
      /** @description True if both conditions above are met. */
      canRequire: boolean;
      /** @description Number of active members who may sign in without single sign-on. */
      exemptMemberCount: number;
      /** @description A person has signed in through the connection, and it is not disabled. */
      hasActiveConnection: boolean;
      hasVerifiedDomain: boolean;
      /** @description Whether a person who is not a member becomes one with the first single sign-on. If not, that sign-in is refused. */
      jitEnabled: boolean;
      /** @description The operator disabled the requirement for the whole deployment. */
      overriddenByOperator: boolean;
      /** @description Whether people of the verified domains can sign in through the identity provider only. Exempt members are not affected. */
      ssoRequired: boolean;
    };
    SsoIdentityResponse: {
      /** Format: date-time */
      lastUsedAt: string | null;
      /** Format: date-time */
      linkedAt: string;
    };
    SsoLogoutUrlResponse: {
      /** @description Sign-out URL of the identity provider */
      redirectUrl: string | null;
    };
    SsoLookupRequest: {
      /** Format: email */
      email: string;
    };
    SsoLookupResponse: {
      /** @description Whether single sign-on is the only way to sign in. */
      enforced?: boolean;
      /** @description URL for the browser to open. */
      loginUrl?: string;
      provider?: string;
      /** @description Whether the domain of the address has an identity provider on this server. */
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
      /** @description The masked value, for inline secrets; returned only once. */
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
      /** @description Why the details do not show the whole request; absent if they do */
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
      /** @description Whether the person is exempt from required single sign-on. */
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
       * @description `inherit`, which agents once had, is refused: an organization has no level above it.
       * @enum {string}
       */
      permission: 'allow' | 'manual_approval' | 'block';
      toolId: string;
    };
    TranscriptEventResponse: {
      /** @description Contains the type again. Texts in it are untrusted plain text. */
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
      /** @description Text for a person. */
      error: string | null;
      /** @description Null if there is no code for `error`. */
      errorCode: string | null;
      /** Format: date-time */
      finishedAt: string | null;
      /** @description The turn to which this message was sent as a follow-up. */
      followUpOfTurnId: string | null;
      id: string;
      message: string;
      /**
       * @description Where the message came from.
       * @enum {string}
       */
      source: 'web' | 'slack' | 'cron' | 'watch';
      /** Format: date-time */
      startedAt: string | null;
      /** @enum {string} */
      status: 'queued' | 'dispatched' | 'running' | 'done' | 'failed' | 'aborted' | 'joining' | 'joined';
      usage: components['schemas']['TurnUsageResponse'] | null;
      /** @description The author; null: the platform. */
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
       * @description For hosted agents only.
       * @enum {string|null}
       */
      effort?: 'low' | 'medium' | 'high' | 'max' | null;
      /** @description For hosted agents only. */
      instructions?: string | null;
      /** @description For hosted agents only. */
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
       * @description `block` denies requests by default.
       * @enum {string}
       */
      action?: 'allow' | 'block';
      /**
       * @description Applies while the action is `block`. `all` includes requests without credentials and requests to LLM hosts.
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
       * @description What happened to the member's sign-in; present if the status changed.
       * @enum {string}
       */
      revocation?: 'disabled' | 'membership_only' | 'enabled' | 'skipped' | 'failed';
      /**
       * @description Present if the request named the role.
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
      /** @description Markdown text. */
      content?: string;
      /** @description Null clears the title. */
      description?: string | null;
      /** @description Null clears the title. */
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
                /** @description Must not be a header that frames the message or belongs to the gateway. */
                headerName: string;
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with exactly one `{value}`. */
                pathTemplate: string;
              }
            | {
                /** @description Regular expression in RE2 syntax. */
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
       * @description `inline` requires `value`.
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
                /** @description Must not be a header that frames the message or belongs to the gateway. */
                headerName: string;
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with exactly one `{value}`. */
                pathTemplate: string;
              }
            | {
                /** @description Regular expression in RE2 syntax. */
                pathRegex: string;
                pathReplacement: string;
              }
          )
        | null;
      name?: string;
      opDisplay?: components['schemas']['OnePasswordDisplayRequest'];
      /** @description Not allowed here. */
      opRef?: string;
      pathPattern?: string | null;
      value?: string;
      /**
       * @description `inline` requires `value`.
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
       * @description `rate_limit` and `manual_approval` are stored as `allow` with the corresponding modifier.
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
      /** @description If empty, a decision applies to everyone and an injection to no one. */
      identities?: components['schemas']['RuleIdentityRequest'][];
      name?: string;
      /** @description Requests per agent and window. */
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
      /** @description False pauses the schedule. */
      enabled?: boolean;
      name?: string;
      /** @description The message to the agent. */
      prompt?: string;
      /**
       * @description A cron expression of five fields, or a nickname such as `@daily`. It must match at least one future time.
       * @example 0 9 * * MON
       */
      schedule?: string;
      /**
       * @description An IANA time zone.
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
                /** @description Must not be a header that frames the message or belongs to the gateway. */
                headerName: string;
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                valueFormat?: string;
              }
            | {
                /** @description Every `{value}` is replaced by the value. If absent, the value is used alone. */
                paramFormat?: string;
                paramName: string;
              }
            | {
                /** @description The path to send, with exactly one `{value}`. */
                pathTemplate: string;
              }
            | {
                /** @description Regular expression in RE2 syntax. */
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
      /** @description Describes to the agent when to load the skill. */
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
      /** @description For OpenID Connect. */
      clientId?: string;
      /** @description For OpenID Connect. Stored encrypted and never returned. */
      clientSecret?: string;
      displayName?: string;
      /** @description False stops sign-in through the connection. */
      enabled?: boolean;
      /** @description OpenID Connect: the issuer exactly as the provider shows it. */
      issuer?: string;
      /** @description SAML: URL of the provider's metadata. Either this or `metadataXml` is set. */
      metadataUrl?: string;
      /** @description SAML: the provider's metadata document. */
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
      /** @description The limits of this server for one organization. */
      limits: components['schemas']['LimitUsageResponse'][];
      /** @description Model usage of agents; present if `include` asks for it. */
      llm?: components['schemas']['LlmUsageResponse'];
      /** @description The plan; `enterprise` on self-hosted servers, which have no plans. */
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
       * @description Result of the last check.
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
      /** @description Result of the last check at the provider, valid for 30 s */
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
      /** @description Secrets and connected connections of the workspace, and those it inherits from the organization. */
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
      /** @description Receive the browser from Google; sets a session or returns an error code */
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
      /** @description List your active sessions, newest first */
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
      /** @description Report that the sign-in endpoints are available */
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
      /** @description Send a mail with a link to reset the password */
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
      /** @description Set a new password with the token of a mail */
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
      /** @description End all your sessions except this one */
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
      /** @description End all your sessions, including this one */
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
      /** @description Start a sign-in with Google */
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
      /** @description Report that the process is alive */
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
      /** @description Report whether the process can take traffic */
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
        /** @description `nextCursor` of the previous page. */
        cursor?: string;
        /** @description Default `all`. `blocked` selects status 400 and above. */
        filter?: 'all' | 'hide-llm' | 'blocked';
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the requests of the workspace's agents, newest first */
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
      /** @description Get an agent's avatar; its URL changes with every upload */
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
      /** @description List the agents of the workspace, newest first */
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
      /** @description Create an agent; read its token from the list or regenerate it */
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
      /** @description Get an agent */
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
      /** @description Delete an agent, its grants and its token */
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
      /** @description Rename an agent, or change the instructions and model of a hosted agent */
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
      /** @description List the channels of the agent and those it can be attached to */
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
      /** @description Create the agent's Slack app */
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
      /** @description Detach the agent from the channel */
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
      /** @description Attach the agent with the tokens of its Slack app */
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
      /** @description Get the manifest of the agent's Slack app, to create the app by hand */
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
      /** @description Get or create the caller's direct conversation with a hosted agent */
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
      /** @description List the schedules of an agent, oldest first */
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
      /** @description Create a schedule for an agent */
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
      /** @description Delete a schedule */
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
      /** @description Change, pause or resume a schedule */
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
      /** @description Run a schedule now */
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
      /** @description List the credentials of an agent and the rules that grant them */
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
      /** @description List what is attached to the agent */
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
      /** @description Attach a connection to the agent, whole or by tool */
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
      /** @description Detach a connection from the agent */
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
      /** @description Attach a secret to the agent */
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
      /** @description Detach a secret from the agent */
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
      /** @description Replace the agent's avatar; at most 1 MiB of PNG, JPEG, WebP or GIF */
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
      /** @description Remove the agent's avatar */
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
        /** @description Search terms: words, "phrases", or, -not. Returns the best matches instead of the index. */
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
      /** @description List or search the memories of an agent */
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
      /** @description Create a memory with a new key */
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
      /** @description Get a memory with its newest revision */
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
      /** @description Delete a memory with all its revisions */
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
      /** @description Change a memory */
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
      /** @description List the revisions of a memory, newest first */
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
      /** @description Get a revision with its whole content */
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
      /** @description Redact an old revision permanently */
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
      /** @description Restore an old revision of a memory */
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
      /** @description List the models and effort levels that a hosted agent can use with its key */
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
      /** @description Replace the token of an agent */
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
      /** @description List the ids of the secrets granted to the agent */
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
      /** @description Replace the secret grants of the agent */
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
      /** @description Make the agent the default of its workspace */
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
      /** @description Get the default agent */
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
      /** @description Get the body of a held request */
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
      /** @description Approve or deny a held request */
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
        /** @description Ids that the client already handles, separated by commas */
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
      /** @description List the requests of the workspace that wait for a decision */
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
      /** @description List all apps and what the workspace has set up and connected of each */
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
      /** @description Get an app with a hint for the next step */
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
        /** @description Shown when the flow is complete; truncated to 128 characters. */
        agent_name?: string;
        /** @description Reconnects this account. */
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
      /** @description Redirect the browser to the provider for consent */
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
      /** @description List the hosts of the app that can be blocked, and whether each is blocked */
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
      /** @description Block a host of the app */
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
      /** @description Delete the rule for a host of the app */
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
      /** @description Block or unblock a host of the app */
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
      /** @description A page that sends the fragment of its URL to the server */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Receive the browser from a provider after consent */
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
      /** @description Get the workspace's own OAuth client for the app */
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
      /** @description Store an OAuth client of your own and enable it */
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
      /** @description Delete the OAuth client */
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
      /** @description Enable or disable the OAuth client */
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
      /** @description Connect an account with credentials that a person entered */
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
      /** @description Disconnect an account of the app */
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
      /** @description List the tools of an app */
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
      /** @description List the apps that people of the workspace may use */
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
      /** @description Get the external id that AWS roles of the workspace must trust */
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
      /** @description List the apps for which the workspace or its organization stored an OAuth client */
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
      /** @description List the accounts the workspace can use, its own and those its organization shares, newest first */
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
      /** @description Disconnect an account */
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
      /** @description Rename a connection */
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
      /** @description List the accounts the workspace can use, its own and those its organization shares, newest first */
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
        /** @description Default `/`, the root folder. */
        path?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the folders of a Dropbox account */
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
      /** @description List the apps that can be connected with an OAuth client of the operator */
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
        /** @description Part of the name, case-insensitive. */
        q?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the repositories of a GitHub App installation */
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
      /** @description Get the names of folders of a Google Drive account */
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
        /** @description Default: the top level. */
        parentId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the folders and shared drives of a Google Drive account */
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
      /** @description List the tools of every app that has tools */
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
      /** @description Give the waiting command-line client access to the workspace */
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
        /** @description Refused in the same cases as `confirm`, so that a page does not ask for nothing */
        code?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the workspaces to which a command-line client can be given access */
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
      /** @description Poll whether the login was confirmed; returns the key once */
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
        /** @description The caller is about to claim a prepared account */
        fromClaim?: string;
        /** @description The caller is about to join an organization by an invitation */
        fromInvitation?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the signed-in person and their organization; provision a new account */
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
          /** @description The value that was sent with the request */
          RelayState?: string;
          /** @description The response of the identity provider, in base64 */
          SAMLResponse?: string;
        };
      };
    };
    responses: {
      /** @description A page that posts the response of the identity provider again */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Receive the browser from a SAML identity provider */
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
      /** @description Receive a back-channel logout from an OpenID Connect provider */
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
      /** @description Receive the browser from an OpenID Connect provider */
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
      /** @description Redirect the browser to an organization's identity provider */
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
      /** @description Get the SAML metadata of this server for the identity provider */
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
      /** @description A page that posts the logout response to the identity provider */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Single logout with the SAML redirect binding */
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
          /** @description The value that was sent with the request */
          RelayState?: string;
          /** @description A request of the identity provider, in base64 */
          SAMLRequest?: string;
          /** @description The response of the identity provider, in base64 */
          SAMLResponse?: string;
        };
      };
    };
    responses: {
      /** @description Single logout with the SAML post binding */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description To the identity provider with the logout response, or to the login page */
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
      /** @description Complete a first single sign-on to an existing account */
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
      /** @description Look up the account of a first single sign-on, and what ends without its password */
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
      /** @description End the session and get the sign-out URL of the identity provider */
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
      /** @description Drop the gateway's cached state of the workspace */
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
      /** @description Get the channel apps to connect and post with, including their tokens */
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
      /** @description Deliver the press of a button on an approval card */
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
      /** @description Report that the channel adapter is alive */
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
      /** @description Deliver an event from a channel */
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
      /** @description Report the result of a post */
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
      /** @description Claim the next posts */
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
      /** @description Report whether the provider accepts the tokens of an app */
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
      /** @description Register a channel adapter after its start */
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
      /** @description Receive events from Slack */
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
          /** @description The interaction, as JSON */
          payload?: string;
        };
      };
    };
    responses: {
      /** @description Receive presses of card buttons from Slack */
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
      /** @description The agent is connected; answered where no dashboard is configured */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Receive the browser from Slack's consent page */
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
      /** @description Claim an organization that a partner created */
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
      /** @description Preview which organization a claim link is for, and which partner created it */
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
      /** @description List the accounts the workspace can use, its own and those its organization shares, newest first */
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
      /** @description Disconnect an account */
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
      /** @description Rename a connection */
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
      /** @description List what each agent can do with a connection */
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
      /** @description List the agents of the workspace that have the connection */
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
      /** @description Attach the connection to an agent, whole or by tool */
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
      /** @description Detach the connection from an agent */
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
      /** @description Get the environment and files for a process behind the gateway */
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
        /** @description Only conversations older than this one. */
        before?: string;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the conversations of the workspace, newest first */
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
      /** @description Get a conversation */
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
        /** @description Only events after this number. */
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
      /** @description List the stored events of a conversation in order */
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
      /** @description Send a message to the agent, also while it is working */
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
        /** @description Only events after this number. */
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
      /** @description Stream the events of a conversation */
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
        /** @description Only turns older than this one. */
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
      /** @description List the newest turns of a conversation in chronological order */
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
      /** @description Start a turn, unless the agent is already working in this conversation */
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
      /** @description Count the agents, apps and secrets of the workspace */
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
      /** @description List the tools that have a placeholder credential file */
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
      /** @description Get the placeholder credential file of a tool */
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
      /** @description Get the icon of a site */
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
      /** @description Get the URL of the gateway */
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
      /** @description Get the certificate of the authority that signs for intercepted hosts */
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
      /** @description Get the command-line client in the version of this server */
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
        /** @description Agent that the machine acts as */
        agent?: string;
        /** @description Workspace API key; without it the script logs in with a code */
        key?: string;
        /** @description Suggests an alias for this tool */
        tool?: 'claude-code' | 'cursor' | 'codex' | 'hermes' | 'opencode' | 'openclaw' | 'github-copilot';
        /** @description URL of the API for the machine: one of the addresses of this deployment. Default: this address */
        url?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the shell script that installs the command line and connects the machine */
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
      /** @description Get what sign-in pages need to know */
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
      /** @description Accept an invitation addressed to the signed-in person */
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
      /** @description Look up an invitation by its token */
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
      /** @description Export the secrets and agents of the workspace to another deployment */
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
      /** @description Import secrets and agents from another deployment; all or none */
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
      /** @description Report that an installation is complete */
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
      /** @description Create a partner with its owner and its key */
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
        /** @description `true`: unclaimed organizations are deleted with the partner. */
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
      /** @description Delete a partner */
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
      /** @description Replace the link with which a partner's owner sets the first password */
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
      /** @description Rename the organization */
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
      /** @description Get which apps the people and groups of the organization may use */
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
      /** @description Replace the mode and all rules of app availability */
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
      /** @description Get the organization's OAuth client for the app, and what depends on it */
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
      /** @description Store an OAuth client and enable it */
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
      /** @description Delete the OAuth client */
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
      /** @description Enable or disable the OAuth client */
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
      /** @description List the apps for which the organization stored an OAuth client */
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
        /** @description Ids that the client already handles, separated by commas */
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
      /** @description List the requests of every workspace that wait for a decision */
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
        /** @description Shown when the flow is complete; truncated to 128 characters. */
        agent_name?: string;
        /** @description Reconnects this account. */
        connectionId?: string;
        /** @description The organization, for a person who belongs to several. */
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
      /** @description Redirect the browser to the provider for consent on behalf of the organization */
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
      /** @description List the hosts of the app that can be blocked, and whether each is blocked */
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
      /** @description Block a host of the app in every workspace */
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
      /** @description Delete the rule for a host of the app */
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
      /** @description Block or unblock a host of the app in every workspace */
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
      /** @description Get the organization's OAuth client for the app, and what depends on it */
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
      /** @description Store an OAuth client of your own and enable it */
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
      /** @description Delete the OAuth client */
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
      /** @description Enable or disable the OAuth client */
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
      /** @description Connect an account that agents of every workspace can be granted */
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
      /** @description Get the external id that AWS roles shared by the organization must trust */
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
      /** @description List the apps for which the organization stored an OAuth client */
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
      /** @description List the accounts the organization shares with its workspaces, newest first */
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
      /** @description Disconnect an account */
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
      /** @description Rename a connection */
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
      /** @description List the accounts the organization shares with its workspaces, newest first */
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
        /** @description `nextCursor` of the previous page. */
        cursor?: string;
        /** @description Only entries from this time on. */
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
        /** @description Only entries before this time. */
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
      /** @description List the changes in the organization, newest first */
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
      /** @description List the organization's channel workspaces and the people linked to them */
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
      /** @description Delete the token of a Slack workspace */
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
      /** @description Store the token that creates apps for agents in a Slack workspace */
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
      /** @description Link a Slack user to a member */
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
      /** @description Delete the link between a Slack user and a member */
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
      /** @description List the accounts the organization shares with its workspaces, newest first */
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
      /** @description Disconnect an account */
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
      /** @description Rename a connection */
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
      /** @description List the accounts the organization shares with its workspaces, newest first */
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
      /** @description Delete a domain */
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
      /** @description Verify a domain by its DNS record */
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
        /** @description `nextCursor` of the previous page. */
        cursor?: string;
        limit?: number;
        /** @description Only entries that contain this text, case-insensitive. */
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
      /** @description Delete a group and everything it was given */
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
      /** @description Detach a group from the identity provider */
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
        /** @description `nextCursor` of the previous page. */
        cursor?: string;
        limit?: number;
        /** @description Only entries that contain this text, case-insensitive. */
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
      /** @description List the members of a group, longest membership first */
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
      /** @description Replace the members of a group */
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
      /** @description Add a member to a group */
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
      /** @description Remove a member from a group */
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
      /** @description List the pending and expired invitations, newest first */
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
      /** @description Invite a person by e-mail, or replace the link of a pending invitation */
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
      /** @description Cancel a pending invitation */
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
      /** @description Preview what leaving the organization would delete */
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
        /** @description `nextCursor` of the previous page. */
        cursor?: string;
        limit?: number;
        /** @description Only entries that contain this text, case-insensitive. */
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
      /** @description Add a member, with or without an account */
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
      /** @description Suspend or reinstate a member, change their role, or exempt them from single sign-on */
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
        /** @description `nextCursor` of the previous page. */
        cursor?: string;
        limit?: number;
        /** @description Only entries that contain this text, case-insensitive. */
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
      /** @description List the groups of a member by name */
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
      /** @description Preview what removing a member would delete */
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
      /** @description Delete the link of a member to the identity provider */
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
      /** @description Detach the organization from its partner */
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
      /** @description List the secrets that the partner lends to the organization, newest first */
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
      /** @description Get whether a partner created the organization */
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
      /** @description Get the Default Rule, which applies when no rule matches */
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
      /** @description Allow or block by default, and set the coverage */
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
      /** @description Get the organization's permission for each tool of an app */
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
      /** @description Get the published generation, when it was published and by whom */
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
      /** @description Publish the draft */
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
      /** @description List the rules of the organization in first-match order */
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
      /** @description Append a rule with immediate effect */
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
      /** @description Get a rule of the draft */
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
      /** @description Delete a rule */
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
      /** @description Change a rule without moving it */
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
      /** @description Reorder the rules */
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
      /** @description List the role mappings of groups, highest priority first */
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
      /** @description Map a group to a role */
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
      /** @description Delete a role mapping */
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
      /** @description Reorder the role mappings */
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
      /** @description Count the members whose role a mapping would change */
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
      /** @description Get the organization's permissions for the tools of an app */
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
      /** @description Allow tools of an app for everyone, block them, or require approval */
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
      /** @description List the active SCIM tokens, oldest first */
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
      /** @description Create a SCIM token for an identity provider */
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
      /** @description List the secrets shared by the organization, newest first */
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
      /** @description Store a secret that agents of every workspace can be granted */
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
      /** @description Delete a secret of the organization with its grants in every workspace */
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
      /** @description Change a secret of the organization */
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
      /** @description List the skills that the organization gives to all its agents, by name */
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
      /** @description Create a skill for the agents of every workspace */
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
      /** @description Get a skill of the organization with its text and files */
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
      /** @description Delete a skill of the organization */
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
      /** @description Change a skill of the organization */
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
      /** @description Change, enable or disable a connection */
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
      /** @description Test whether the identity provider can be used as configured */
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
      /** @description Get whether single sign-on is required, and whether it can be */
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
      /** @description Set whether single sign-on is required and whether people join by it */
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
      /** @description Get the values that an identity provider needs about this server */
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
      /** @description Preview what removing a member would delete */
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
      /** @description Make another member the owner and become an administrator */
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
        /** @description `nextCursor` of the previous page. */
        cursor?: string;
        /** @description First day included, in UTC. Default: the first day of the current month. */
        from?: string;
        /** @description Additional data in the response. */
        include?: 'llm';
        limit?: number;
        /** @description Last day included, in UTC. Default: today. */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the usage and the plan limits of the organization */
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
      /** @description List your organizations */
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
      /** @description Get the partner and your role in it */
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
        /** @description `nextCursor` of the previous page. */
        cursor?: string;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the changes made for the partner, newest first */
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
      /** @description List the members of the portal, the owner first */
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
      /** @description Add a member to the portal */
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
      /** @description Remove a member from the portal */
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
      /** @description Change the role of a portal member */
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
      /** @description List the organizations you created, newest first */
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
      /** @description Create an organization for a customer, with a link to claim it */
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
      /** @description Get an organization you created */
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
      /** @description List the budgets of an organization with their spending, oldest first */
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
      /** @description Delete the project named in the query */
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
      /** @description Set how much an organization may spend with a key */
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
      /** @description Remove the spending limit of an organization for a key */
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
      /** @description List the secrets that the partner lends, newest first */
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
      /** @description Store a secret that every attached organization inherits */
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
      /** @description Delete a secret of the partner with its budgets and their spending */
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
      /** @description Change a secret of the partner */
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
        /** @description Without it, only rules for everyone apply. */
        agentId?: string;
        /** @description The account that requests would use. */
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
      /** @description Get the effective permission of each tool of an app */
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
        /** @description Only rules for this agent. */
        agentId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the rules in force in the workspace */
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
      /** @description Simulate one request of an agent and explain the decision */
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
      /** @description Claim a prepared account as the signed-in person */
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
      /** @description Look up a claim link by its token */
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
      /** @description List the agents placed on this runner */
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
      /** @description Get the files of an agent's home */
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
      /** @description Report that the sandbox has the files of a home */
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
      /** @description Store a memory that an agent changed in its sandbox */
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
      /** @description Report a background process of an agent */
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
      /** @description Report the state of an agent's sandbox */
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
      /** @description Check which of these agents no longer exist */
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
      /** @description Download a file that was sent to an agent of this runner */
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
      /** @description Report that the runner is alive, and renew its leases */
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
      /** @description Register a runner after its start */
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
      /** @description Call a platform tool for an agent */
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
      /** @description Report events of a turn */
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
      /** @description Finish a turn */
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
      /** @description Return a turn to the queue */
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
      /** @description Get the next work for the runner */
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
      /** @description List the runners of this deployment, oldest first */
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
      /** @description List the secrets of the workspace and those it inherits, newest first */
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
      /** @description Store a secret; a new LLM key is granted to agents that have none */
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
      /** @description Delete a secret of the workspace with its grants */
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
      /** @description Change a secret of the workspace */
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
        /** @description The framework of the agent, such as `claude`; case-insensitive. */
        agent_framework?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the skill file that explains the gateway to a coding agent */
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
      /** @description List the skills of the workspace, of its agents and of its organization */
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
      /** @description Create a skill for all agents of the workspace, or for one of them */
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
      /** @description Get a skill with its text and files */
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
      /** @description Delete a skill of the workspace or of an agent */
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
      /** @description Change a skill of the workspace or of an agent */
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
      /** @description Prepare an account with a workspace and a key, and create a link to claim it */
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
      /** @description Delete a prepared account */
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
      /** @description Abort a turn */
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
      /** @description Delete your account and the organizations in which you are the only member */
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
        /** @description `nextCursor` of the previous page. */
        cursor?: string;
        /** @description Only entries from this time on. */
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
        /** @description Only entries before this time. */
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
      /** @description List your changes in all of your organizations, newest first */
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
      /** @description Preview what deleting your account would delete */
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
      /** @description Get whether a password manager is connected and answers */
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
      /** @description List the labels and types of the fields of an item */
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
      /** @description List the vaults that the service account may read */
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
      /** @description List the items of a vault */
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
      /** @description List the password managers of the workspace, newest first */
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
      /** @description Get the page that asks whether to unsubscribe */
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
      /** @description The address of the token receives no more invitations · The same as a page, for clients that accept `text/html` */
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
      /** @description List who has access to the workspace */
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
      /** @description Replace who has access to the workspace */
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
