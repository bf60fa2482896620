import type { PersonDetail, PersonRow } from '@tba/events/people/views.ts'
import type { Administrator } from './administrator.ts'
import { type Person, person } from './person.ts'
import type { TestedProduct } from './product.ts'
import { lead } from './sample-forms.ts'

export const unknown = { status: 404, body: { message: 'Risorsa non trovata' } }

export const kinds = ({ parts }: PersonDetail) => parts.map(({ kind, rule }) => `${kind} ${rule}`)

/** The persons of a product, as an administrator sees them. */
export function peopleOf({ product, console }: { product: TestedProduct; console: Administrator }) {
  const list = (query: string) =>
    console.read<{ people: PersonRow[]; next: string | null }>(`/api/admin/people?${query}`)
  const foundBy = async (q: string) => (await list(`q=${encodeURIComponent(q)}`)).people
  return {
    list,
    foundBy,
    only: async (someone: Person) => (await foundBy(someone.email))[0] as PersonRow,
    shown: (id: string, query = '') => console.read<PersonDetail>(`/api/admin/people/${id}?${query}`),
    /** Somebody who left a lead. */
    async asked(changes: object) {
      const someone = person()
      const sent = { ...lead, email: someone.email, ...changes }
      expect((await product.visitor().post('/api/leads', sent)).status).toBe(201)
      return someone
    },
  }
}
