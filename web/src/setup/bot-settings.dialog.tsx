import { zodResolver } from '@hookform/resolvers/zod'
import { useAtom } from 'jotai'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { riskLevels, riskName } from '../content/risk-level.ts'
import { AfterPaint } from '../shell/after-paint.tsx'
import { CommandButton } from '../shell/command-button.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { InputField } from '../shell/input-field.tsx'
import { keepFocus } from '../shell/keep-focus.ts'
import { SelectField } from '../shell/select-field.tsx'
import { simulated } from '../shell/simulated.ts'
import { SliderField } from '../shell/slider-field.tsx'
import { SwitchField } from '../shell/switch-field.tsx'
import { useToast } from '../shell/toast.ts'
import { type BotSettings, botSettings, botSettingsAtom } from './bot-settings.ts'

const risks = riskLevels.map(level => ({ value: level, label: riskName[level] }))
const hours = [
  { value: '24h', label: '24 ore su 24' },
  { value: 'market', label: 'Orari di mercato' },
  { value: 'custom', label: 'Personalizzati' },
]
const switches = [
  { name: 'autoStop', label: 'Stop automatico', text: 'Ferma il bot alla perdita massima del giorno' },
  { name: 'notifications', label: 'Notifiche', text: 'Avvisi su operazioni e soglie raggiunte' },
] as const

function SettingsFields({ form }: { form: UseFormReturn<BotSettings> }) {
  const { control, register, formState } = form
  return (
    <>
      <div className="form-pair">
        <Controller
          name="risk"
          control={control}
          render={({ field }) => <SelectField label="Livello di rischio" options={risks} {...field} />}
        />
        <Controller
          name="tradingHours"
          control={control}
          render={({ field }) => <SelectField label="Orari di trading" options={hours} {...field} />}
        />
      </div>
      <Controller
        name="maxDailyLossPercent"
        control={control}
        render={({ field: { value, onChange } }) => (
          <SliderField
            label="Perdita massima giornaliera"
            unit="%"
            range={{ min: 1, max: 20, step: 0.5 }}
            value={value}
            onChange={onChange}
          />
        )}
      />
      <InputField
        label="Operazioni massime"
        error={formState.errors.maxTrades?.message}
        type="number"
        min={1}
        max={100}
        {...register('maxTrades', { valueAsNumber: true })}
      />
      {switches.map(({ name, label, text }) => (
        <Controller
          key={name}
          name={name}
          control={control}
          render={({ field: { value, onChange } }) => (
            <SwitchField label={label} text={text} checked={value} onChange={onChange} />
          )}
        />
      ))}
    </>
  )
}

type Props = { close: () => void; save?: () => Promise<void> }

export default function BotSettingsDialog({ close, save = simulated(1000) }: Props) {
  const toast = useToast()
  const [saved, setSaved] = useAtom(botSettingsAtom)
  const form = useForm({ resolver: zodResolver(botSettings), mode: 'onBlur', defaultValues: saved })
  const { isSubmitting } = form.formState

  async function submit(settings: BotSettings) {
    try {
      await save()
      setSaved(settings)
      toast({ title: 'Configurazioni salvate!', description: 'Il bot userà le nuove impostazioni.' })
      close()
    } catch {
      toast({
        title: 'Errore',
        description: 'Errore nel salvataggio delle configurazioni.',
        destructive: true,
      })
    }
  }

  return (
    <Dialog title="Impostazioni Bot" text="Quanto può rischiare il bot, e quando opera." close={close}>
      <AfterPaint>
        <form className="form" noValidate onSubmit={form.handleSubmit(submit)}>
          <SettingsFields form={form} />
          <CommandButton type="submit" size="3" {...keepFocus} busy={isSubmitting}>
            {isSubmitting ? 'Salvataggio...' : 'Salva Configurazioni'}
          </CommandButton>
        </form>
      </AfterPaint>
    </Dialog>
  )
}
