import { z } from 'zod'
import { saveAnnotation, shownAnnotation } from '../annotations/commands.ts'
import { saveSegment } from '../filters/commands.ts'
import { saveQuery } from '../queries/commands.ts'
import { saveReport } from '../reports/definition.ts'
import { savedReport } from '../reports/views.ts'
import { saveTrend } from '../trends/definition.ts'
import { savedTrend } from '../trends/views.ts'

type Words = {
  /** With an article, as in «Salva …». */
  one: string
  many: string
  /** The sentences of a 404. */
  unknown: string
  deleted: string
}
type SavedKind = {
  /** Below `/api/admin/`; also the name of the list in its answer. */
  path: string
  /** The body of POST and PUT. */
  body: z.ZodType<object>
  /** What the answers show of it. */
  shown: z.ZodObject
  /** What the audit calls it. */
  nameOf(body: never): string
  /** What is recorded of the body; left out: all of it, as it is. */
  recorded?(body: never): object
  words: Words
}

/** Keeps the type of a kind's body for its own name. */
const kind = <B extends z.ZodType<object>>(
  kind: Omit<SavedKind, 'body' | 'nameOf' | 'recorded'> & {
    body: B
    nameOf(body: z.output<B>): string
    recorded?(body: z.output<B>): object
  },
): SavedKind => kind

/**
 * What is saved for everybody in the console, in one way: POST, PUT and DELETE append events, and one projection holds what
 * the lists show. A new kind is a line here.
 */
export const savedKinds = {
  annotation: kind({
    path: 'annotations',
    body: saveAnnotation,
    shown: shownAnnotation,
    nameOf: ({ text }) => text,
    words: {
      one: 'un’annotazione',
      many: 'Le annotazioni del calendario',
      unknown: 'Annotazione non trovata',
      deleted: 'L’annotazione è già stata eliminata',
    },
  }),
  segment: kind({
    path: 'segments',
    body: saveSegment,
    shown: z.object(saveSegment.shape),
    nameOf: ({ name }) => name,
    words: {
      one: 'un segmento',
      many: 'I segmenti salvati',
      unknown: 'Segmento non trovato',
      deleted: 'Il segmento è già stato eliminato',
    },
  }),
  query: kind({
    path: 'queries',
    body: saveQuery,
    shown: z.object(saveQuery.shape),
    nameOf: ({ name }) => name,
    words: {
      one: 'una domanda in SQL',
      many: 'Le domande in SQL salvate',
      unknown: 'Domanda non trovata',
      deleted: 'La domanda è già stata eliminata',
    },
  }),
  report: kind({
    path: 'reports',
    body: saveReport,
    shown: savedReport,
    nameOf: ({ title }) => title,
    words: {
      one: 'un report',
      many: 'I report salvati',
      unknown: 'Report non trovato',
      deleted: 'Il report è già stato eliminato',
    },
  }),
  trend: kind({
    path: 'trends',
    body: saveTrend,
    shown: savedTrend,
    nameOf: ({ name }) => name,
    recorded: ({ name, ...definition }) => ({ name, definition }),
    words: {
      one: 'un andamento',
      many: 'Gli andamenti salvati',
      unknown: 'Andamento non trovato',
      deleted: 'L’andamento è già stato eliminato',
    },
  }),
} as const satisfies Readonly<Record<string, SavedKind>>
