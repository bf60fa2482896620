import type { Problems } from './draft.ts'

/** What is wrong with a field, below it. @param path as the server writes it: `steps.0.event` */
export function Problem({ problems, path }: { problems: Problems; path: string }) {
  const message = problems[path]
  return message ? (
    <p className="field-error" role="alert">
      {message}
    </p>
  ) : null
}
