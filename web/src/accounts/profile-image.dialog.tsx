import { lazy, Suspense } from 'react'
import { Dialog } from '../shell/dialog.tsx'

function WidgetMissing() {
  return (
    <p className="field-error" role="alert">
      Non riusciamo ad aprire il caricamento. Controlla la connessione, salva le tue modifiche e ricarica la
      pagina.
    </p>
  )
}

// Uppy weighs more than the rest of the page. Where it does not arrive, the page and what was typed there stay.
const Widget = lazy(() => import('./profile-image.widget.tsx').catch(() => ({ default: WidgetMissing })))

export function ProfileImageDialog({ close }: { close: () => void }) {
  return (
    <Dialog
      title="Immagine del profilo"
      text="JPEG, PNG, WebP, GIF o AVIF, al massimo 5 MB. Parte appena la scegli e sostituisce l'immagine attuale."
      close={close}
    >
      <Suspense
        fallback={<div className="picture-widget skeleton" role="status" aria-label="Caricamento…" />}
      >
        <Widget close={close} />
      </Suspense>
    </Dialog>
  )
}
