import { CopyIcon } from '@radix-ui/react-icons'
import { useToast } from '../../shell/toast.ts'

/** An address that opens this event, whatever the list beside it is filtered by. */
export function CopyAddress({ id }: { id: string }) {
  const toast = useToast()
  async function copy() {
    const address = `${location.origin}/admin/events?evento=${encodeURIComponent(id)}`
    try {
      await navigator.clipboard.writeText(address)
      toast({ title: 'Indirizzo copiato' })
    } catch {
      // Without HTTPS, or where the browser was told not to.
      toast({ title: 'Indirizzo non copiato', description: address, destructive: true })
    }
  }
  return (
    <button type="button" className="text-button" onClick={copy}>
      <CopyIcon aria-hidden /> Copia l’indirizzo
    </button>
  )
}
