import type { PersonKind } from '@tba/events/people/events.ts'
import { atom, useAtomValue } from 'jotai'
import { useSWRConfig } from 'swr'
import type { z } from 'zod'
import { consoleCommand, readAs } from '../api/calls.ts'
import { useRecord } from '../api/reads.ts'
import { wordsFor } from './words.ts'

export type Person = { kind: PersonKind; id: string }

/** Older lists must not show a person who was erased. */
export const erasedAtom = atom<ReadonlySet<string>>(new Set<string>())

const addressOf = ({ kind, id }: Person) => `/api/admin/${wordsFor[kind].path}/${encodeURIComponent(id)}`

export function usePerson<Row>(person: Person, schema: z.ZodType<Row>) {
  const erased = useAtomValue(erasedAtom).has(person.id)
  const path = addressOf(person)
  const answer = useRecord(erased ? null : path, readAs(schema))
  return { ...answer, isMissing: erased || answer.isMissing }
}

export function useEndSessions(person: Person) {
  const { mutate } = useSWRConfig()
  const path = addressOf(person)
  return () => consoleCommand('DELETE', `${path}/sessions`, undefined).finally(() => mutate(path))
}
