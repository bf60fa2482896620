import { Button } from '@radix-ui/themes'
import { confirms } from '@tba/events/people/commands.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { hasStatus } from '../../../api/http.ts'
import { CommandButton } from '../../../forms/command-button.tsx'
import { InputField } from '../../../forms/field.tsx'
import { useAction } from '../../api/reads.ts'

export const ErasureFacts = ({ erased, kept }: { erased: readonly string[]; kept: readonly string[] }) => (
  <div className="erase-facts">
    {[['Che cosa viene cancellato', erased] as const, ['Che cosa resta', kept] as const]
      .filter(([, facts]) => facts.length > 0)
      .map(([title, facts]) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {facts.map(fact => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </section>
      ))}
  </div>
)

type Props = {
  /** The texts that confirm an erasure; none: nothing is chosen. */
  confirmations: readonly (string | null)[]
  /** Null: nothing was erased. */
  erase: (confirmation: string) => Promise<string | null>
  /** `isShown`: the user has neither left nor signed out. */
  erased: (receipt: string, isShown: boolean) => void
  close: () => void
}

/** An erasure is final: it needs the address or the name. */
export function EraseForm({ confirmations, erase, erased, close }: Props) {
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState('')
  const { busy, run } = useAction('Non cancellato: controlla la connessione e riprova.')
  const isConfirmed = confirms(typed, confirmations)
  // Any of them confirms. More would be too long to read.
  const options = [...new Set(confirmations.filter(Boolean))].slice(0, 4).map(value => `«${value}»`)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  async function send() {
    const receipt = await erase(typed.trim()).catch((error: unknown) => {
      // The name or the address has changed since the page was read.
      if (!hasStatus(error, 400)) throw error
      setRefusal(error.text)
      return null
    })
    if (receipt !== null) erased(receipt, isShown.current)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isConfirmed && !busy) void run(send)
  }
  return (
    <form className="form" noValidate autoComplete="off" onSubmit={submit}>
      <p className="erase-asked" role="status">
        {options.length === 0
          ? 'Scegli che cosa cancellare.'
          : `Per confermare scrivi ${options.join(' o ')}.`}
      </p>
      <InputField
        label="Conferma"
        autoFocus
        value={typed}
        error={refusal}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={event => {
          setTyped(event.target.value)
          setRefusal('')
        }}
      />
      <div className="actions">
        <CommandButton type="submit" size="3" className="danger" busy={busy} disabled={!isConfirmed}>
          {busy ? 'Cancellazione in corso...' : 'Cancella definitivamente'}
        </CommandButton>
        <Button type="button" size="3" variant="outline" disabled={busy} onClick={close}>
          Annulla
        </Button>
      </div>
    </form>
  )
}
