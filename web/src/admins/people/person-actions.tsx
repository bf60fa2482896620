import { DownloadIcon } from '@radix-ui/react-icons'
import { Button } from '@radix-ui/themes'
import { confirms } from '@tba/events/people/commands.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CommandButton } from '../../shell/command-button.tsx'
import { Dialog } from '../../shell/dialog.tsx'
import { hasStatus, serverMessage } from '../../shell/http.ts'
import { InputField } from '../../shell/input-field.tsx'
import { useToast } from '../../shell/toast.ts'
import { useAction, useFailureToast } from '../console-data.ts'
import { exportPerson, type Person, useErase } from './people-data.ts'
import { wordsFor } from './words.ts'

type Props = { person: Person; confirmedBy: readonly (string | null)[]; erased: () => void }

function ExportButton({ person }: { person: Person }) {
  const toast = useToast()
  const { busy, run } = useAction('Impossibile esportare i dati')
  async function download() {
    const name = await exportPerson(person)
    if (name !== null) toast({ title: 'Dati scaricati', description: `Li trovi nel file ${name}.` })
  }
  return (
    <CommandButton variant="outline" busy={busy} onClick={() => run(download)}>
      <DownloadIcon aria-hidden />
      Esporta dati
    </CommandButton>
  )
}

/** What can be done with one person: both are recorded. */
export function PersonActions({ person, confirmedBy, erased }: Props) {
  const [isErasing, setErasing] = useState(false)
  return (
    <div className="person-actions">
      <ExportButton person={person} />
      <Button variant="outline" className="danger" onClick={() => setErasing(true)}>
        {wordsFor[person.kind].erase}
      </Button>
      {isErasing && (
        <EraseDialog
          person={person}
          confirmedBy={confirmedBy}
          close={() => setErasing(false)}
          erased={erased}
        />
      )}
    </div>
  )
}

type EraseProps = {
  person: Person
  /** What is typed to confirm: an address, a name. */
  confirmedBy: readonly (string | null)[]
  close: () => void
  erased: () => void
}

function WhatGoes({ kind }: { kind: Person['kind'] }) {
  const { goes, stays } = wordsFor[kind]
  return (
    <div className="erase-facts">
      {[['Che cosa viene cancellato', goes] as const, ['Che cosa resta', stays] as const].map(
        ([title, facts]) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {facts.map(fact => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          </section>
        ),
      )}
    </div>
  )
}

/** The typed confirmation, and what the server said of the one before. */
function useErasing({ person, confirmedBy, close, erased }: EraseProps) {
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const fail = useFailureToast()
  const { erase, forget } = useErase(person)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !confirms(typed, confirmedBy)) return
    setBusy(true)
    try {
      await erase(typed.trim())
      const isStillHere = isShown.current
      await forget()
      toast({ title: wordsFor[person.kind].erased, description: 'I suoi dati personali non si leggono più.' })
      // Whoever has gone elsewhere meanwhile, or signed out, stays there.
      if (!isStillHere) return
      close()
      erased()
    } catch (error) {
      // The name or the address has changed since the page was read.
      if (hasStatus(error, 400)) setRefused(error.said)
      else fail(error, serverMessage(error, 'Non cancellato: controlla la connessione e riprova.'))
    } finally {
      setBusy(false)
    }
  }
  const change = (value: string) => {
    setTyped(value)
    setRefused('')
  }
  return { typed, change, refused, busy, submit, isConfirmed: confirms(typed, confirmedBy) }
}

/** Asks for the address or the name, since an erasure can't be undone. */
function EraseDialog(props: EraseProps) {
  const { person, confirmedBy, close } = props
  const { typed, change, refused, busy, submit, isConfirmed } = useErasing(props)
  const said = confirmedBy.filter(Boolean).map(value => `«${value}»`)
  return (
    <Dialog title={wordsFor[person.kind].erase} text="È definitivo: nessuno può annullarlo." close={close}>
      <WhatGoes kind={person.kind} />
      <form className="form" noValidate autoComplete="off" onSubmit={submit}>
        <p className="erase-asked">Per confermare scrivi {said.join(' o ')}.</p>
        <InputField
          label="Conferma"
          value={typed}
          error={refused}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={event => change(event.target.value)}
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
    </Dialog>
  )
}
