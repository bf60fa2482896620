/**
 * The settings of the local PostgreSQL, given on its command line: they win over postgresql.conf, so that no edit there
 * can turn off what keeps data safe.
 *
 * It listens on loopback TCP with a password: a Unix socket's path may have 107 characters, data folders lie deeper,
 * and a short folder in /tmp would be swept by its cleaners or left over by a kill.
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
    // One small machine: the services' pools together stay well under this many.
    max_connections: 80,
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    // What is written is used again, not deleted: filling a new segment with zeros holds every commit up for 30 to 60 ms.
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
