import type { PersonKind } from '@tba/events/people/events.ts'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { z } from 'zod'
import { hasStatus } from '../../shell/http.ts'
import { consoleCall, consoleCommand, saveAnswer } from '../console-call.ts'
import { readAgain, readFailure, useFailureToast } from '../console-data.ts'
import { wordsFor } from './words.ts'

export type Person = { kind: PersonKind; id: string }

/** Who was erased from this page: no list that was read before shows them again. */
export const erasedAtom = atom<ReadonlySet<string>>(new Set<string>())

const isNobody = (error: unknown) => hasStatus(error, 404)

/** One person, checked against the schema. That there is nobody is no failure to be told in a toast. */
export function usePerson<Schema extends z.ZodType>({ kind, id }: Person, schema: Schema) {
  const fail = useFailureToast()
  const erased = useAtomValue(erasedAtom)
  const path = `/api/admin/${wordsFor[kind].path}/${encodeURIComponent(id)}`
  const hasCome = useRef(false)
  const answer = useSWR<z.output<Schema>, Error>(
    erased.has(id) ? null : path,
    async () => schema.parse(await consoleCall('GET', path)),
    {
      ...readAgain,
      onError: error => !isNobody(error) && hasCome.current && fail(error, readFailure(error)),
    },
  )
  // Until then the person's own place says what failed.
  useEffect(() => {
    hasCome.current = answer.data !== undefined
  }, [answer.data])
  return { ...answer, isGone: erased.has(id) || isNobody(answer.error) }
}

export function useErase({ kind, id }: Person) {
  const setErased = useSetAtom(erasedAtom)
  const { mutate } = useSWRConfig()
  const path = `/api/admin/${wordsFor[kind].path}/${id}`
  return {
    erase: (confirmation: string) => consoleCommand('POST', `${path}/erase`, { confirmation }),
    /** What was read of them leaves the page, and its memory. */
    async forget() {
      setErased(before => new Set([...before, id]))
      await mutate(path, undefined, { revalidate: false })
    },
  }
}

/** @throws {SyntaxError} where the file broke off. @returns as `saveAnswer` does */
export const exportPerson = ({ kind, id }: Person) =>
  saveAnswer(
    `/api/admin/${wordsFor[kind].path}/${id}/export`,
    async file => void JSON.parse(await file.text()),
  )
