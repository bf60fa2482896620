/** Makes the browser download a file of this site. */
export function saveAddress(address: string, name: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

// The browser reads the address a moment after the click.
const keptMs = 10_000

export function saveBlob(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob)
  saveAddress(address, name)
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
}

/** The name that the server gives to a file. */
export const nameIn = (answer: Response, fallback = 'dati.json') =>
  /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? fallback
