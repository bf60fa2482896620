import { noteRequest } from '@tba/events/requests/commands.ts'
import type { RequestDetail } from '@tba/events/requests/views.ts'
import { atom, useAtom } from 'jotai'
import { shownEmail } from '../../components/email.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { TextAreaField } from '../../forms/field.tsx'
import { consoleCommand } from '../api/calls.ts'
import { useAction } from '../api/reads.ts'
import { sessionIdOf, useToken } from '../api/token.ts'
import { MomentOf } from '../parts/time/times.tsx'
import { pathOf } from './requests-data.ts'

export const Notes = ({ notes }: Pick<RequestDetail, 'notes'>) => (
  <ul className="request-notes">
    {notes.toReversed().map(({ at, by, text }) => (
      <li key={at}>
        <p>{text ?? <span className="quiet">cancellata</span>}</p>
        <span className="quiet small">
          <span>{shownEmail(by) ?? 'un account tolto'}</span> <MomentOf at={at} />
        </span>
      </li>
    ))}
  </ul>
)

/** By session and request: a note that was begun is there when its request is opened again. */
const draftsAtom = atom<Readonly<Record<string, string>>>({})

export function NoteForm({ id, readAgain }: { id: string; readAgain: () => Promise<unknown> }) {
  const [drafts, setDrafts] = useAtom(draftsAtom)
  const { busy, run } = useAction('Nota non salvata: riprova.')
  const draft = `${sessionIdOf(useToken() ?? '')} ${id}`
  const text = drafts[draft] ?? ''
  const write = (typed: string) => setDrafts(before => ({ ...before, [draft]: typed }))
  async function save() {
    await consoleCommand('POST', `${pathOf(id)}/notes`, noteRequest.parse({ text }))
    write('')
    await readAgain()
  }
  const isEmpty = text.trim() === ''
  return (
    <form
      className="form"
      onSubmit={event => {
        event.preventDefault()
        if (!isEmpty && !busy) void run(save)
      }}
    >
      <TextAreaField
        label="Nuova nota"
        maxLength={2_000}
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
        }}
      />
      <CommandButton type="submit" busy={busy} disabled={isEmpty}>
        Aggiungi la nota
      </CommandButton>
    </form>
  )
}
