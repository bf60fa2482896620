import { Button } from '@radix-ui/themes'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ZodType } from 'zod'
import { hasStatus } from '../../../api/http.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { CommandButton } from '../../../forms/command-button.tsx'
import { InputField } from '../../../forms/field.tsx'
import { useAction } from '../../api/reads.ts'
import '../../../shell/look/controls.css'

type NameProps = {
  words: {
    title: string
    text: string
    /** A rename to the name of another. */
    taken: string
    /** A save under the name of another. */
    replaces: string
    done: string
    failed: string
  }
  name: string
  rule: ZodType<string>
  all: readonly { id: string; name: string }[]
  /** Null: a save. */
  renamedId: string | null
  /** `id` null: a new one. */
  save: (id: string | null, name: string) => Promise<unknown>
  close: () => void
  children?: ReactNode
}

const isSame = (one: string, other: string) =>
  one.trim().localeCompare(other, 'it', { sensitivity: 'accent' }) === 0

/** A save under an existing name replaces the other. */
export function NameDialog({ words, rule, all, renamedId, save, close, children, ...initial }: NameProps) {
  const [name, setName] = useState(initial.name)
  const [error, setError] = useState<string>()
  const { busy, run } = useAction(words.failed)
  const sameName = all.find(({ id, name: other }) => id !== renamedId && isSame(name, other))
  const replaced = renamedId ? null : sameName

  async function submit(event: FormEvent) {
    event.preventDefault()
    const checked = rule.safeParse(name)
    if (!checked.success) return setError(checked.error.issues[0]?.message)
    if (renamedId && sameName) return setError(words.taken)
    await run(async () => {
      await save(renamedId ?? replaced?.id ?? null, checked.data)
      close()
    }, words.done)
  }

  return (
    <Dialog title={words.title} text={words.text} close={close}>
      <form className="form" noValidate onSubmit={submit}>
        <InputField
          label="Nome"
          autoComplete="off"
          autoFocus
          onFocus={({ target }) => target.select()}
          value={name}
          {...(error && { error })}
          onChange={event => {
            setName(event.target.value)
            setError(undefined)
          }}
        />
        {children}
        <p className="quiet small" role="status">
          {replaced && words.replaces}
        </p>
        <CommandButton type="submit" size="3" busy={busy}>
          {replaced ? 'Sostituisci' : 'Salva'}
        </CommandButton>
      </form>
    </Dialog>
  )
}

type RemoveProps = {
  words: { title: string; text: string; done: string; failed: string; keep?: string; confirm?: string }
  remove: () => Promise<unknown>
  removed?: () => Promise<unknown>
  close: () => void
}

export function RemoveDialog({ words, remove, removed, close }: RemoveProps) {
  const { busy, run } = useAction(words.failed)
  const confirmed = () =>
    run(async () => {
      await remove().catch(error => {
        // It has changed since.
        if (hasStatus(error, 409)) close()
        // Somebody else deleted it: that is the goal.
        if (!hasStatus(error, 404)) throw error
      })
      await removed?.()
      close()
    }, words.done)

  return (
    <Dialog title={words.title} text={words.text} close={close}>
      <div className="dialog-footer">
        <Button size="3" variant="outline" color="gray" onClick={close}>
          {words.keep ?? 'Annulla'}
        </Button>
        <CommandButton size="3" className="danger" busy={busy} onClick={confirmed}>
          {words.confirm ?? 'Elimina'}
        </CommandButton>
      </div>
    </Dialog>
  )
}
