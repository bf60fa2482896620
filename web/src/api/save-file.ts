/** Makes the browser download a file of this site. */
export function downloadUrl(address: string, name: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

// The browser reads the address a moment after the click.
const revokeAfterMs = 10_000

export function downloadBlob(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob)
  downloadUrl(address, name)
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs)
}

/** The name that the server gives to a file. */
export const fileNameOf = (answer: Response) =>
  /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? 'dati.json'
