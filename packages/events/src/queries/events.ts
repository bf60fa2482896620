import { z } from 'zod'
import { event, personal } from '../event.ts'
import { fileFormat } from './commands.ts'

/** Stream `admin-<uuid>`: an account of the console asked in SQL. The text may name a person. */
export const queryAsked = {
  QueryAsked: event(
    z.object({
      query: personal(z.string()),
      parameters: personal(z.record(z.string(), z.union([z.string(), z.number()]))),
      /** Null: the answer was a table on the screen. */
      format: fileFormat.nullable(),
    }),
  ),
}
