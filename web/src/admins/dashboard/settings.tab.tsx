import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@radix-ui/themes'
import { setMeasurementId } from '@tba/events/admins/commands.ts'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { InputField } from '../../shell/input-field.tsx'
import { keepFocus } from '../../shell/keep-focus.ts'
import { useToast } from '../../shell/toast.ts'
import { saveMeasurementId, useFailureToast, useSettings } from '../console-data.ts'
import { ViewState } from '../parts/view-state.tsx'

type Settings = z.infer<typeof setMeasurementId>

function SettingsForm({ saved, onSaved }: { saved: Settings; onSaved: (saved: Settings) => void }) {
  const toast = useToast()
  const fail = useFailureToast()
  const form = useForm({ resolver: zodResolver(setMeasurementId), defaultValues: saved })
  const { errors, isSubmitting } = form.formState

  async function submit({ measurementId }: Settings) {
    try {
      onSaved(await saveMeasurementId(measurementId))
      toast({ title: 'Impostazioni salvate' })
    } catch (error) {
      fail(error, 'Impossibile salvare le impostazioni')
    }
  }

  return (
    <form className="form settings-form" noValidate onSubmit={form.handleSubmit(submit)}>
      <InputField
        label="ID di misurazione"
        error={errors.measurementId?.message}
        placeholder="G-XXXXXXXXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.register('measurementId')}
      />
      <p className="quiet small">L'identificativo di Google Analytics. Lasciato vuoto, non ce n'è nessuno.</p>
      <Button type="submit" size="3" {...keepFocus} disabled={isSubmitting}>
        {isSubmitting ? 'Salvataggio...' : 'Salva'}
      </Button>
    </form>
  )
}

export function SettingsTab() {
  const answer = useSettings()
  const { data, mutate } = answer
  if (!data) return <ViewState answer={answer} />
  const keep = (view: Settings) => mutate({ view, readAt: new Date() }, { revalidate: false })
  return <SettingsForm saved={data.view} onSaved={keep} />
}
