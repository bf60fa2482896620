import { ChevronDownIcon } from '@radix-ui/react-icons'
import type { UpdateProfile } from '@tba/events/accounts/profile.ts'
import type { User } from '@tba/events/accounts/views.ts'
import { type ReactNode, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { HttpError } from '../../api/http.ts'
import { CommandButton } from '../../forms/command-button.tsx'
import { Field, InputField, TextAreaField } from '../../forms/field.tsx'
import { NativeSelect } from '../../forms/native-fields.tsx'
import { useFailure, useToast } from '../../toasts/toast.ts'
import {
  changedNames,
  fieldsOf,
  hasSocial,
  isProfileField,
  onlyChanges,
  type ProfileFields,
  socialFields,
  useUpdateProfile,
  zoneOptions,
} from './profile.ts'
import { useUnsavedGuard } from './unsaved.ts'

type Zones = ReturnType<typeof zoneOptions>
type Form = UseFormReturn<ProfileFields, unknown, UpdateProfile>

function useProfileForm(profile: User) {
  const toast = useToast()
  const fail = useFailure()
  const { trigger } = useUpdateProfile()
  const [start, setStart] = useState(profile)
  const form: Form = useForm({
    resolver: onlyChanges(start),
    mode: 'onBlur',
    defaultValues: fieldsOf(profile),
  })
  const { reset } = form
  const { isDirty } = form.formState
  const startFrom = useCallback(
    (saved: User) => {
      setStart(saved)
      reset(fieldsOf(saved))
    },
    [reset],
  )
  // Shows what another tab has saved, unless something is being typed here.
  useEffect(() => {
    if (!isDirty && profile !== start) startFrom(profile)
  }, [profile, start, isDirty, startFrom])

  async function save(changes: UpdateProfile) {
    if (Object.keys(changes).length === 0) {
      startFrom(start)
      return toast({ title: 'Nessuna modifica', description: 'Le tue informazioni sono già aggiornate.' })
    }
    const sent = form.getValues()
    try {
      const saved = await trigger(changes)
      const typed = form.getValues()
      startFrom(saved)
      // Text typed during the call is not saved yet.
      for (const name of changedNames(sent, typed)) form.setValue(name, typed[name], { shouldDirty: true })
      toast({
        title: 'Profilo aggiornato',
        description: 'Le tue informazioni sono state salvate con successo.',
      })
    } catch (error) {
      fail(error, "Errore nell'aggiornamento del profilo.")
      if (!(error instanceof HttpError)) return
      for (const { path, message } of error.issues) if (isProfileField(path)) form.setError(path, { message })
    }
  }
  return { form, save }
}

function PersonalFields({ form: { register, formState }, zones }: { form: Form; zones: Zones }) {
  const { errors } = formState
  const field = (name: keyof ProfileFields, label: string) => ({
    label,
    error: errors[name]?.message,
    ...register(name),
  })
  return (
    <>
      <div className="form-pair">
        <InputField {...field('firstName', 'Nome')} autoComplete="given-name" />
        <InputField {...field('lastName', 'Cognome')} autoComplete="family-name" />
      </div>
      <div className="form-pair">
        <InputField {...field('phone', 'Telefono')} type="tel" autoComplete="tel" />
        <InputField {...field('country', 'Paese')} autoComplete="country-name" />
      </div>
      <div className="form-pair">
        <Field label="Fuso orario" error={errors.timezone?.message}>
          {control => <NativeSelect {...register('timezone')} {...control} options={zones} />}
        </Field>
        <InputField {...field('website', 'Sito web (opzionale)')} type="url" autoComplete="url" />
      </div>
      <TextAreaField {...field('bio', 'Biografia')} rows={4} />
    </>
  )
}

function SocialFields({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState
  return (
    <>
      {socialFields.map(({ name, label }) => (
        <InputField
          key={name}
          label={`${label} (opzionale)`}
          error={errors[name]?.message}
          type="url"
          placeholder="https://"
          {...register(name)}
        />
      ))}
      <InputField
        label="Numero WhatsApp (opzionale)"
        error={errors.whatsappNumber?.message}
        type="tel"
        {...register('whatsappNumber')}
      />
    </>
  )
}

export function ProfileForm({ profile }: { profile: User }) {
  const { form, save } = useProfileForm(profile)
  const { errors, isSubmitting, isDirty } = form.formState
  const zones = useMemo(() => zoneOptions(profile.timezone), [profile.timezone])
  const [isExpanded, setExpanded] = useState(hasSocial(fieldsOf(profile)))
  useUnsavedGuard(isDirty)
  // Unfolded before the focus goes to the first field that is wrong: it may be in there.
  const submit = form.handleSubmit(save, wrong => {
    if (hasSocial(wrong)) flushSync(() => setExpanded(true))
  })
  return (
    <section aria-labelledby="edit-title">
      <h2 id="edit-title">Modifica profilo</h2>
      <form className="form" noValidate onSubmit={submit}>
        <PersonalFields form={form} zones={zones} />
        <SocialMedia open={isExpanded || hasSocial(errors)} toggle={() => setExpanded(!isExpanded)}>
          <SocialFields form={form} />
        </SocialMedia>
        <CommandButton type="submit" size="3" busy={isSubmitting}>
          {isSubmitting ? 'Salvando...' : 'Salva Modifiche'}
        </CommandButton>
      </form>
    </section>
  )
}

/** Can be folded; its fields keep their values then. */
function SocialMedia({ open, toggle, children }: { open: boolean; toggle: () => void; children: ReactNode }) {
  const id = useId()
  return (
    <div className="social-media">
      <button type="button" aria-expanded={open} aria-controls={id} onClick={toggle}>
        Aggiungi Social Media <ChevronDownIcon aria-hidden />
      </button>
      <div id={id} className="form" hidden={!open}>
        {children}
      </div>
    </div>
  )
}
