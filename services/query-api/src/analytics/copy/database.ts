import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** The file of a download. An export writes it beside the copy. */
export const parquetEnd = '.parquet'

export type DatabaseSettings = { memoryMb: number }

/**
 * Opens or creates a DuckDB file. It opens no socket, reads no other file and loads no extension.
 * A process may open a file only once, worker threads included: two instances lose rows without an error.
 * @throws {Error} `IO Error: Could not set lock on file` if another process has it open
 */
export async function openDatabase(file: string, { memoryMb }: DatabaseSettings): Promise<DuckDBInstance> {
  const folder = path.dirname(file)
  const instance = await DuckDBInstance.create(file, {
    threads: '2',
    memory_limit: `${memoryMb}MB`,
    // Gives freed memory back to the system at once, and not only above 128 MB.
    allocator_flush_threshold: '1MB',
    temp_directory: `${file}.tmp`,
    max_temp_directory_size: '4GB',
    extension_directory: folder,
    storage_compatibility_version: 'latest',
    late_materialization_max_rows: '1000',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
  })
  const connection = await instance.connect()
  // Else a time as a text would be that of the machine's zone.
  await connection.run("set global TimeZone = 'UTC'")
  await connection.run(`set allowed_directories = [${quoted(folder)}]`)
  await connection.run('set enable_external_access = false')
  await connection.run('set lock_configuration = true')
  connection.closeSync()
  return instance
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** DuckDB's own classes of error. They begin its message, so that no text of a caller can look like one. */
const damage =
  /^(FATAL Error|Serialization Error|IO Error: (Corrupt database file|Could not read enough bytes from file|The file .* not a valid DuckDB))/

/** DuckDB finds the file damaged, at opening or in a query, or refuses to use it after an error. */
export const isDamaged = (error: unknown): boolean => error instanceof Error && damage.test(error.message)

export const isLocked = (error: unknown): boolean =>
  error instanceof Error && /^IO Error: Could not set lock on file/.test(error.message)
