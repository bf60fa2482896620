import { z } from 'zod'

/** The current user and the profile: one shape. Times are ISO 8601 UTC; what is absent is null. */
export const user = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  phone: z.string().nullable(),
  bio: z.string().nullable(),
  website: z.string().nullable(),
  linkedinUrl: z.string().nullable(),
  twitterUrl: z.string().nullable(),
  facebookUrl: z.string().nullable(),
  instagramUrl: z.string().nullable(),
  telegramUrl: z.string().nullable(),
  whatsappNumber: z.string().nullable(),
  country: z.string().nullable(),
  timezone: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type User = z.infer<typeof user>
