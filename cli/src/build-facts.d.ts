/** Put in by the build. */
declare const CLI_VERSION: string;
