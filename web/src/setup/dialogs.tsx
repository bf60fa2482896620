import type { Progress } from '@tba/events/setup/views.ts'
import { lazy, Suspense } from 'react'
import { useUpdateProgress } from './progress.ts'

const ActivateBotDialog = lazy(() => import('./activate-bot.dialog.tsx'))
const BotSettingsDialog = lazy(() => import('./bot-settings.dialog.tsx'))
const CredentialsDialog = lazy(() => import('./credentials.dialog.tsx'))
const MonitoringDialog = lazy(() => import('./monitoring.dialog.tsx'))
const SupportDialog = lazy(() => import('./support.dialog.tsx'))

export type DialogName = 'activate-bot' | 'bot-settings' | 'credentials' | 'monitoring' | 'support'
type Props = { name: DialogName | null; close: () => void; progress: Progress }

function OpenDialog({ name, close, progress }: Props) {
  const { update } = useUpdateProgress()
  // One call for all of step 2; a code that the customer already has stays theirs.
  const authenticated = (code: string) =>
    update({
      step2_mt4_authenticated: true,
      step2_axi_connected: true,
      step2_license_key: progress.step2_license_key ?? code,
    })
  switch (name) {
    case 'activate-bot':
      return <ActivateBotDialog close={close} budgetEuro={progress.deposit} />
    case 'bot-settings':
      return <BotSettingsDialog close={close} />
    case 'credentials':
      return <CredentialsDialog close={close} onLicence={authenticated} />
    case 'monitoring':
      return <MonitoringDialog close={close} />
    case 'support':
      return <SupportDialog close={close} />
    case null:
      return null
  }
}

/** At most one dialog is open; its code is loaded when it first is. */
export function Dialogs(props: Props) {
  return (
    <Suspense fallback={null}>
      <OpenDialog {...props} />
    </Suspense>
  )
}
