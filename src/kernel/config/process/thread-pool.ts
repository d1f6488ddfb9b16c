/**
 * Threads for look-ups of names, password hashes and certificates. libuv lets look-ups use half of them, and its
 * default of four would leave two, which one slow name server each could hold. Imported before anything else,
 * because the size counts from the first use on.
 */
process.env['UV_THREADPOOL_SIZE'] ??= '16';
