import { Switch } from '@radix-ui/themes'
import { atom, useAtom } from 'jotai'
import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import { z } from 'zod'
import { simulated } from '../../api/swr.ts'
import { Dialog } from '../../components/dialog.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { riskLevels, riskName } from '../../content/plans.ts'
import { CheckedForm, useCheckedForm } from '../../forms/checked-form.tsx'
import { InputField } from '../../forms/field.tsx'
import { SliderField } from '../../forms/slider-field.tsx'
import '../../shell/look/choices.css'

const risks = riskLevels.map(level => ({ value: level, label: riskName[level] }))
const hours = [
  { value: '24h', label: '24 ore su 24' },
  { value: 'market', label: 'Orari di mercato' },
  { value: 'custom', label: 'Personalizzati' },
]
const lossRange = { min: 1, max: 20, step: 0.5 }

const botSettings = z.object({
  risk: z.enum(riskLevels),
  maxDailyLossPercent: z.number(),
  maxTrades: z.string().regex(/^0*([1-9]\d?|100)$/, 'Inserisci un numero da 1 a 100'),
  tradingHours: z.enum(['24h', 'market', 'custom']),
  autoStop: z.boolean(),
  notifications: z.boolean(),
})
type BotSettings = z.infer<typeof botSettings>

/** Saved in this page only: the specification gives the settings no call. */
const botSettingsAtom = atom<BotSettings>({
  risk: 'medium',
  maxDailyLossPercent: 5,
  maxTrades: '20',
  tradingHours: '24h',
  autoStop: true,
  notifications: true,
})

type Props = { close: () => void; save?: () => Promise<void> }

export default function BotSettingsDialog({ close, save = simulated(1000) }: Props) {
  const [saved, setSaved] = useAtom(botSettingsAtom)
  const form = useCheckedForm(botSettings, {
    submit: settings => save().then(() => setSaved(settings)),
    done: { title: 'Configurazioni salvate!', description: 'Il bot userà le nuove impostazioni.' },
    onDone: close,
    failed: 'Errore nel salvataggio delle configurazioni.',
    defaultValues: saved,
  })
  const { control } = form
  const { field: loss } = useController({ control, name: 'maxDailyLossPercent' })
  return (
    <Dialog title="Impostazioni Bot" text="Quanto può rischiare il bot, e quando opera." close={close}>
      <CheckedForm form={form} submit={{ label: 'Salva Configurazioni', pending: 'Salvataggio...' }}>
        <div className="form-pair">
          <SelectField label="Livello di rischio" options={risks} control={control} name="risk" />
          <SelectField label="Orari di trading" options={hours} control={control} name="tradingHours" />
        </div>
        <SliderField
          label="Perdita massima giornaliera"
          unit="%"
          range={lossRange}
          value={loss.value}
          onChange={loss.onChange}
        />
        <InputField label="Operazioni massime" type="number" min={1} max={100} {...form.field('maxTrades')} />
        <SwitchField
          label="Stop automatico"
          text="Ferma il bot alla perdita massima del giorno"
          control={control}
          name="autoStop"
        />
        <SwitchField
          label="Notifiche"
          text="Avvisi su operazioni e soglie raggiunte"
          control={control}
          name="notifications"
        />
      </CheckedForm>
    </Dialog>
  )
}

type SwitchProps = {
  label: string
  text: string
  control: Control<BotSettings>
  name: 'autoStop' | 'notifications'
}

function SwitchField({ label, text, control, name }: SwitchProps) {
  const { value, onChange } = useController({ control, name }).field
  const id = useId()
  return (
    <div className="switch-field">
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-text`}>{text}</p>
      </div>
      <Switch id={id} size="3" checked={value} onCheckedChange={onChange} aria-describedby={`${id}-text`} />
    </div>
  )
}
