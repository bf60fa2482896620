/**
 * The settings of the local PostgreSQL, given on its command line: they override postgresql.conf, so that no edit there
 * can make it lose data.
 *
 * It listens on loopback TCP with a password. A Unix socket's path may have 107 characters at most, which a data folder
 * can exceed; a short one in /tmp could be removed by its cleaners, or be left behind by a kill.
 */
export function postgresSettings(port: number, others: Record<string, string | undefined>): string[] {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // The pools of all services together need fewer.
    max_connections: 80,
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    // WAL segments are reused, not deleted: filling a new one with zeros would delay every commit by 30 to 60 ms.
    min_wal_size: '512MB',
    // Its queries are short: compiling them costs more than they take.
    jit: 'off',
    // A transaction that is open and idle holds every reader of the log back.
    idle_in_transaction_session_timeout: '30s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    ...others,
  }
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  return given.flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
