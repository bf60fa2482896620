import useSWRMutation from 'swr/mutation'
import { receive } from '../shell/http.ts'
import { nameIn, saveBlob } from '../shell/save-file.ts'

type Told = (bytes: number) => void

/** Reads an answer to its end, and reports after every chunk how much has come. */
async function wholeText(answer: Response, onReceived: Told): Promise<string> {
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
export const useDownloadPersonalData = () =>
  useSWRMutation('/api/user/data', async (path, { arg: onReceived }: { arg: Told }) => {
    const answer = await receive({ path })
    const text = await wholeText(answer, onReceived)
    JSON.parse(text)
    const name = nameIn(answer)
    saveBlob(new Blob([text], { type: 'application/json' }), name)
    return name
  })
