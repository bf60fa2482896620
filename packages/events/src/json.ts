import { z } from 'zod'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Any JSON. As a schema of its own it would refer to itself, which the page of the calls cannot show. */
export const anyJson = z.unknown() as z.ZodType<Json>
