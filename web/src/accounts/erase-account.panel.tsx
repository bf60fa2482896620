import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import { EraseAccountDialog } from './erase-account.dialog.tsx'

export function EraseAccount() {
  const [open, setOpen] = useState(false)
  return (
    <section className="panel" aria-labelledby="erasure-title">
      <h3 id="erasure-title">Elimina account</h3>
      <p>Cancella l'account e i dati personali che contiene. Non si può annullare.</p>
      <Button variant="outline" className="danger" onClick={() => setOpen(true)}>
        Elimina account
      </Button>
      {open && <EraseAccountDialog close={() => setOpen(false)} />}
    </section>
  )
}
