import { zodResolver } from '@hookform/resolvers/zod'
import { Switch } from '@radix-ui/themes'
import { atom, useAtom } from 'jotai'
import { useId } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { z } from 'zod'
import { simulated } from '../../api/swr.tsx'
import { AfterPaint, Dialog } from '../../components/dialog.tsx'
import { riskLevels, riskName } from '../../content/plans.ts'
import { CommandButton, keepFocus } from '../../forms/command-button.tsx'
import { InputField } from '../../forms/field.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { SliderField } from '../../forms/slider-field.tsx'
import { failure, useToast } from '../../toasts/toast.ts'
import '../../shell/look/choices.css'

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
      toast(failure('Errore nel salvataggio delle configurazioni.'))
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

const maxTradesMessage = 'Inserisci un numero da 1 a 100'

const botSettings = z.object({
  risk: z.enum(riskLevels),
  maxDailyLossPercent: z.number().min(1).max(20).multipleOf(0.5),
  maxTrades: z
    .number(maxTradesMessage)
    .int(maxTradesMessage)
    .min(1, maxTradesMessage)
    .max(100, maxTradesMessage),
  tradingHours: z.enum(['24h', 'market', 'custom']),
  autoStop: z.boolean(),
  notifications: z.boolean(),
})
export type BotSettings = z.infer<typeof botSettings>

/** Saved in this page only: the specification gives the settings no call. */
const botSettingsAtom = atom<BotSettings>({
  risk: 'medium',
  maxDailyLossPercent: 5,
  maxTrades: 20,
  tradingHours: '24h',
  autoStop: true,
  notifications: true,
})

type SwitchProps = { label: string; text: string; checked: boolean; onChange: (checked: boolean) => void }

function SwitchField({ label, text, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="switch-field">
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-text`}>{text}</p>
      </div>
      <Switch id={id} size="3" checked={checked} onCheckedChange={onChange} aria-describedby={`${id}-text`} />
    </div>
  )
}
