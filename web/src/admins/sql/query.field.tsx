import { maxQueryChars } from '@tba/events/queries/commands.ts'
import { type KeyboardEvent, useRef } from 'react'
import { onDemand, useLazyPart } from '../../components/on-demand.ts'

const editor = onDemand(() => import('./sql-editor.tsx'))
const stay = () => undefined

type Props = { query: string; change: (query: string) => void; run: () => void }

/** The editor, and a plain field until its code has come. */
export function QueryField({ query, change, run }: Props) {
  const isFocused = useRef(false)
  const Editor = useLazyPart(editor, true, stay, 'L’editor non si è aperto: il campo semplice funziona.')
  if (Editor) return <Editor query={query} change={change} run={run} takesFocus={() => isFocused.current} />
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    run()
  }
  return (
    <textarea
      className="sql-text"
      aria-label="Domanda in SQL"
      aria-keyshortcuts="Control+Enter"
      rows={12}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      maxLength={maxQueryChars}
      value={query}
      onChange={({ target }) => change(target.value)}
      onKeyDown={onKeyDown}
      onFocus={() => {
        isFocused.current = true
      }}
      onBlur={() => {
        isFocused.current = false
      }}
    />
  )
}
