import type { Mailbox } from './mailbox.ts'
import type { Person } from './person.ts'
import { picturesOf } from './pictures.ts'
import type { TestedProduct } from './product.ts'

/** Data of a customer outside the log and the read tables. */
export async function customerData(product: TestedProduct, accountId: string) {
  const pictures = await picturesOf(product, accountId)
  const asked = 'select 1 from command.upload_tickets where account_id = $1'
  const tickets = await product.query(asked, [accountId])
  const answers = await storedAnswers(product, [accountId])
  return { pictures: pictures.length, tickets: tickets.length, answers: answers.length }
}

/** The idempotency rows of callers with these ids, or of requests that created these ids. */
export function storedAnswers(product: TestedProduct, ids: readonly string[]) {
  return product.query('select 1 from command.idempotency where caller = any($1) or seed::text = any($1)', [
    ids,
  ])
}

/** The persons among these whose keys still exist. */
export function existingKeys(product: TestedProduct, keys: readonly string[]) {
  return product.query(
    'select person from vault.person_keys where person = any($1) and wrapped is not null',
    [keys],
  )
}

export const keysAreGone = (product: TestedProduct, keys: readonly string[]) =>
  expect.poll(() => existingKeys(product, keys)).toEqual([])

/** The tables, and the letters in the folder, that contain words of a person unencrypted. */
export async function tracesOf(product: TestedProduct, someone: Person, mail: Mailbox): Promise<string[]> {
  const { email, surname, phone } = someone
  const words = [email, surname, phone]
  const tables = await product.query(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema')`)
  const traces: string[] = []
  for (const { name } of tables) {
    const having = `select 1 from ${name} as t where t::text ilike any($1) limit 1`
    const found = await product.query(having, [words.map(word => `%${word}%`)])
    if (found.length > 0) traces.push(String(name))
  }
  const letters = (await mail.letters()).filter(letter => words.some(word => letter.includes(word)))
  return letters.length > 0 ? [...traces, 'letters'] : traces
}
