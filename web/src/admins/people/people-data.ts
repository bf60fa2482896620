import type { PersonKind } from '@tba/events/people/events.ts'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useSWRConfig } from 'swr'
import type { z } from 'zod'
import { consoleCall, consoleCommand, saveAnswer } from '../api/calls.ts'
import { useThing } from '../api/reads.ts'
import { wordsFor } from './words.ts'

export type Person = { kind: PersonKind; id: string }

/** Older lists must not show a person who was erased. */
export const erasedAtom = atom<ReadonlySet<string>>(new Set<string>())

const addressOf = ({ kind, id }: Person) => `/api/admin/${wordsFor[kind].path}/${encodeURIComponent(id)}`

/** A first failure is shown in place, without a toast. */
export function usePerson<Schema extends z.ZodType>(person: Person, schema: Schema) {
  const erased = useAtomValue(erasedAtom).has(person.id)
  const path = addressOf(person)
  const answer = useThing<z.output<Schema>>(
    erased ? null : path,
    async () => schema.parse(await consoleCall('GET', path)),
    { toastsFirstFailure: false },
  )
  return { ...answer, isMissing: erased || answer.isMissing }
}

export function useErase(person: Person) {
  const setErased = useSetAtom(erasedAtom)
  const { mutate } = useSWRConfig()
  const path = addressOf(person)
  return {
    erase: (confirmation: string) => consoleCommand('POST', `${path}/erase`, { confirmation }),
    async forget() {
      setErased(before => new Set([...before, person.id]))
      await mutate(path, undefined, { revalidate: false })
    },
  }
}

/** Throws a SyntaxError if the file is incomplete. */
export const exportPerson = (person: Person) =>
  saveAnswer(`${addressOf(person)}/export`, async file => void JSON.parse(await file.text()))
