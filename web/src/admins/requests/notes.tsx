import { noteRequest } from '@tba/events/requests/commands.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { TextAreaField } from '../../forms/field.tsx'
import { consoleCommand } from '../api/calls.ts'
import { useAction } from '../api/reads.ts'
import { useDraft } from './drafts.ts'
import { pathOf } from './requests-data.ts'

export function NoteForm({ id, readAgain }: { id: string; readAgain: () => Promise<unknown> }) {
  const { busy, run } = useAction('Nota non salvata: riprova.')
  const [text, write] = useDraft(`${id} note`)
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
