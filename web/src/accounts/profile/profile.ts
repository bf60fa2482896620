import { zodResolver } from '@hookform/resolvers/zod'
import { type UpdateProfile, updateProfile } from '@tba/events/accounts/profile.ts'
import type { User } from '@tba/events/accounts/views.ts'
import { recordOf } from '@tba/events/keys.ts'
import type { FieldErrors } from 'react-hook-form'
import { useSWRConfig } from 'swr'
import useSWRMutation from 'swr/mutation'
import { z } from 'zod'
import { command } from '../../api/http.ts'
import { once } from '../../components/format.ts'
import { currentUserKey, useCustomerData } from '../current-user.ts'

const key = '/api/user/profile'

export const useProfile = () => useCustomerData<User>(key)

/** Saves what changed; the answer is the new profile and the new current user, and both are read again. */
export function useUpdateProfile() {
  const { mutate } = useSWRConfig()
  const save = async (_key: string, { arg }: { arg: UpdateProfile }) => {
    const saved = await command<User>('PUT', key, arg)
    void mutate(currentUserKey, saved)
    return saved
  }
  return useSWRMutation(key, save, { populateCache: true })
}

const imageKey = '/api/user/profile-image'

/** Chooses, by its address, a picture that was uploaded before. */
export function useSetProfileImage() {
  const { mutate } = useSWRConfig()
  const choose = async (_key: string, { arg: imageUrl }: { arg: string }) => {
    const chosen = await command<Pick<User, 'profileImageUrl'>>('PUT', imageKey, { imageUrl })
    const withImage = (user?: User | null) => user && { ...user, ...chosen }
    await Promise.all([mutate(key, withImage), mutate(currentUserKey, withImage)])
  }
  return useSWRMutation(imageKey, choose)
}

/** In the order of the form: the first wrong one gets the focus. */
const names = [
  'firstName',
  'lastName',
  'phone',
  'country',
  'timezone',
  'website',
  'bio',
  'linkedinUrl',
  'instagramUrl',
  'twitterUrl',
  'facebookUrl',
  'telegramUrl',
  'whatsappNumber',
] as const
type Name = (typeof names)[number]

/** The values of the fields; an absent value is the empty text. */
export type ProfileFields = Record<Name, string>

export const fieldsOf = (profile: User): ProfileFields => recordOf(names, name => profile[name] ?? '')

export const changedNames = (before: ProfileFields, now: ProfileFields) =>
  names.filter(name => before[name] !== now[name])

const changesOf = (fields: ProfileFields, profile: User): z.input<typeof updateProfile> =>
  Object.fromEntries(
    names.flatMap(name => (fields[name] === (profile[name] ?? '') ? [] : [[name, fields[name]]])),
  )

/** Checks and returns only changed fields: an old value that breaks a newer rule must not block a save. */
export const onlyChanges = (profile: User) =>
  zodResolver(
    z
      .custom<ProfileFields>()
      .transform(fields => changesOf(fields, profile))
      .pipe(updateProfile),
  )

export const isProfileField = (path: string): path is Name => names.some(name => name === path)

export const socialFields = [
  { name: 'linkedinUrl', label: 'LinkedIn' },
  { name: 'instagramUrl', label: 'Instagram' },
  { name: 'twitterUrl', label: 'Twitter/X' },
  { name: 'facebookUrl', label: 'Facebook' },
  { name: 'telegramUrl', label: 'Telegram' },
] as const

export const hasSocial = (fields: ProfileFields | FieldErrors<ProfileFields>) =>
  Boolean(fields.whatsappNumber) || socialFields.some(({ name }) => fields[name])

const defaultZone = 'Europe/Rome'
const otherZones = once(() => Intl.supportedValuesOf('timeZone').filter(zone => zone !== defaultZone))

/** As it is shown: `America/New_York` has no place for an underscore. */
export const zoneName = (zone: string) => zone.replaceAll('_', ' ')

/** The options of the select: none, Rome, the saved one even where this browser does not know it, and all others. */
export function zoneOptions(saved: string | null) {
  const zones = [defaultZone, ...otherZones()]
  const all = !saved || zones.includes(saved) ? zones : [saved, ...zones]
  return [{ value: '', label: 'Non indicato' }, ...all.map(zone => ({ value: zone, label: zoneName(zone) }))]
}
