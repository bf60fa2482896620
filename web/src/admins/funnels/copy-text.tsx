import { useToast } from '../../shell/toast.ts'

/** Something opaque that one takes along: shown short, copied whole. */
export function CopyText({ text }: { text: string }) {
  const toast = useToast()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Posizione copiata' })
    } catch {
      toast({ title: 'Errore', description: 'Il browser non permette di copiare', destructive: true })
    }
  }
  return (
    <button type="button" className="text-button mono" title={text} onClick={copy}>
      <span className="visually-hidden">Copia la posizione </span>
      {text.length > 20 ? `…${text.slice(-16)}` : text}
    </button>
  )
}
