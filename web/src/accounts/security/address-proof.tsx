import { useState } from 'react'
import { useCommand } from '../../api/swr.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { useFailure, useToast } from '../../toasts/toast.ts'
import { useLinkToken } from '../link-token.ts'

const steps = {
  ask: {
    path: '/api/user/address-proof',
    label: 'Conferma il tuo indirizzo',
    done: { title: 'Controlla la tua email', description: 'Apri il link della lettera in questo browser.' },
  },
  prove: {
    path: '/api/user/address-proof/confirm',
    label: 'Conferma adesso',
    done: {
      title: 'Indirizzo confermato',
      description: 'I tuoi dati comprendono ora anche quelle richieste.',
    },
  },
}

/** Asks for a letter to the account's address. The link of that letter leads back here. */
export function AddressProof() {
  const token = useLinkToken()
  const [proved, setProved] = useState<string | null>(null)
  const [toast, fail] = [useToast(), useFailure()]
  const { path, label, done } = token ? steps.prove : steps.ask
  const { trigger, isMutating } = useCommand('POST', path)
  async function send() {
    try {
      await trigger(token ? { token } : undefined)
      toast(done)
      setProved(token)
    } catch (error) {
      fail(error, 'Non è stato possibile confermare l’indirizzo. Riprova.')
    }
  }
  return (
    <>
      <p>
        Le richieste inviate con la tua email, ma senza accedere, ne fanno parte dopo che hai confermato
        l'indirizzo. Da allora anche l'eliminazione dell'account le comprende.
      </p>
      {token !== null && token === proved ? (
        <p>
          <strong>Indirizzo confermato.</strong>
        </p>
      ) : (
        // It stands far down: the link of the letter leads to it.
        <CommandButton
          key={label}
          autoFocus={token !== null}
          variant="outline"
          busy={isMutating}
          onClick={send}
        >
          {label}
        </CommandButton>
      )}
    </>
  )
}
