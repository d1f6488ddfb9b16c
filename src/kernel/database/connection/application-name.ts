/** How every connection of this process introduces itself to PostgreSQL. */
export const APPLICATION_NAME = `credential-gateway/${process.pid}`;
