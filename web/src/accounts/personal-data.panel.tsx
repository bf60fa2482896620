import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import { fileSize } from '../shell/format.ts'
import { serverMessage } from '../shell/http.ts'
import { useToast } from '../shell/toast.ts'
import { useDownloadPersonalData } from './personal-data.ts'

export function PersonalData() {
  const toast = useToast()
  const { trigger, isMutating, error } = useDownloadPersonalData()
  const [bytes, setBytes] = useState(0)
  async function download() {
    setBytes(0)
    const name = await trigger(setBytes, { throwOnError: false })
    if (name) toast({ title: 'Dati scaricati', description: `Li trovi nel file ${name}.` })
  }
  return (
    <section className="panel" aria-labelledby="data-title">
      <h3 id="data-title">I tuoi dati</h3>
      <p>
        Un file JSON con il profilo, le sessioni, la configurazione, i bot e le attività del tuo account, da
        conservare o portare altrove.
      </p>
      {error && !isMutating && (
        <p className="field-error" role="alert">
          Download non riuscito. {serverMessage(error, 'Controlla la connessione e riprova.')}
        </p>
      )}
      <Button variant="outline" disabled={isMutating} onClick={download}>
        {isMutating ? 'Preparazione in corso...' : error ? 'Riprova' : 'Scarica i tuoi dati'}
      </Button>
      <p className="quiet small" role="status">
        {isMutating && bytes > 0 ? `Ricevuti ${fileSize(bytes)}` : ''}
      </p>
    </section>
  )
}
