import type { UpdateProfile } from '@tba/events/accounts/profile.ts'
import type { User } from '@tba/events/accounts/views.ts'
import { useSWRConfig } from 'swr'
import useSWRMutation from 'swr/mutation'
import { command } from '../../api/http.ts'
import { currentUserKey, useOwn } from '../current-user.ts'

const key = '/api/user/profile'

export const useProfile = () => useOwn<User>(key)

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
    const shown = (user?: User | null) => user && { ...user, ...chosen }
    await Promise.all([mutate(key, shown), mutate(currentUserKey, shown)])
  }
  return useSWRMutation(imageKey, choose)
}
