import type pg from 'pg'

/** What pg asks of a query of one's own. */
type Answering = { handleCopyData(message: { chunk: Buffer }): void; callback(error: Error | null): void }

/**
 * COPY in binary, row by row as it arrives: what `onRow` is handed is overwritten by what comes next. Once it has thrown, or
 * the time is over, it is handed no more.
 */
export function copyRows(client: pg.ClientBase, text: string, onRow: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: unknown = null
    let isOver = false
    const query: pg.Submittable & Answering & Record<string, unknown> = {
      callback(error) {
        isOver = true
        if (error ?? failure) reject(error ?? failure)
        else resolve()
      },
      submit: connection => (connection as unknown as { query(text: string): void }).query(text),
      handleCopyData({ chunk }) {
        if (isOver || failure) return
        try {
          onRow(chunk)
        } catch (error) {
          failure = error
        }
      },
      handleRowDescription() {},
      handleDataRow() {},
      handleCommandComplete() {},
      handleError: (error: Error) => query.callback(error),
      handleReadyForQuery: () => query.callback(null),
    }
    client.query(query)
  })
}
