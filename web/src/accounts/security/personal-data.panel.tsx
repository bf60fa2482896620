import { Button } from '@radix-ui/themes'
import { useState } from 'react'
import useSWRMutation from 'swr/mutation'
import { receive, serverMessage } from '../../api/http.ts'
import { nameIn, saveBlob } from '../../api/save-file.ts'
import { fileSize } from '../../components/format.ts'
import { useToast } from '../../toasts/toast.ts'

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
      <p>Un file JSON con tutto ciò che il tuo account contiene, da conservare o portare altrove.</p>
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

type OnReceived = (bytes: number) => void

/** Reads an answer to its end, and reports after every chunk how much has come. */
async function wholeText(answer: Response, onReceived: OnReceived): Promise<string> {
  if (!answer.body) return answer.text()
  const text: string[] = []
  const decoder = new TextDecoder()
  let bytes = 0
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return text.join('') + decoder.decode()
    bytes += value.byteLength
    text.push(decoder.decode(value, { stream: true }))
    onReceived(bytes)
  }
}

/**
 * Everything that the product knows of the customer, as a file.
 * @throws {SyntaxError} where the answer broke off
 */
const useDownloadPersonalData = () =>
  useSWRMutation('/api/user/data', async (path, { arg: onReceived }: { arg: OnReceived }) => {
    const answer = await receive({ path })
    const text = await wholeText(answer, onReceived)
    JSON.parse(text)
    const name = nameIn(answer)
    saveBlob(new Blob([text], { type: 'application/json' }), name)
    return name
  })
