import { atom, useAtom } from 'jotai'
import { sessionIdOf, useToken } from '../api/token.ts'

const draftsAtom = atom<Readonly<Record<string, string>>>({})

/**
 * What was typed and not saved, by session and request: it is there when the request is opened again.
 * @param name the request and the field
 */
export function useDraft(name: string, saved = ''): [text: string, write: (typed: string) => void] {
  const [drafts, setDrafts] = useAtom(draftsAtom)
  const draft = `${sessionIdOf(useToken() ?? '')} ${name}`
  return [drafts[draft] ?? saved, typed => setDrafts(before => ({ ...before, [draft]: typed }))]
}
