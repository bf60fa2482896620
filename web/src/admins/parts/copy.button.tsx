import { CopyIcon } from '@radix-ui/react-icons'
import { useToast } from '../../shell/toast.ts'

type Props = { text: string; label: string; done: string; failed: string }

/** Copies a text. Where the browser refuses, the toast shows it. */
export function CopyButton({ text, label, done, failed }: Props) {
  const toast = useToast()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: done })
    } catch {
      // Without HTTPS, or where the browser was told not to.
      toast({ title: failed, description: text, destructive: true })
    }
  }
  return (
    <button type="button" className="text-button" onClick={copy}>
      <CopyIcon aria-hidden /> {label}
    </button>
  )
}
