import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { sqlViews } from '@tba/events/queries/columns.ts'
import { maxQueryChars } from '@tba/events/queries/commands.ts'
import { useEffect, useEffectEvent, useRef } from 'react'

type Props = {
  query: string
  change: (query: string) => void
  run: () => void
  /** Whether the field that it replaces had the focus. */
  takesFocus: () => boolean
}

/** Names with capital letters are quoted. */
const schema = Object.fromEntries(
  Object.entries(sqlViews).map(([view, columns]) => [
    view,
    columns.map(([label, detail, info]) => ({
      label,
      detail,
      info,
      type: 'property',
      apply: label === label.toLowerCase() ? label : `"${label}"`,
    })),
  ]),
)

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent-11)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--loss)' },
  { tag: tags.comment, color: 'var(--grey)', fontStyle: 'italic' },
])

const look = EditorView.theme({
  '&': { border: '1px solid var(--field-border)', borderRadius: '2px', background: 'var(--panel)' },
  '&.cm-focused': { outline: '2px solid var(--accent-9)', outlineOffset: '1px' },
  '.cm-scroller': { minHeight: '260px', maxHeight: '60vh', font: '13px / 20px var(--mono)' },
  '.cm-content': { padding: '10px 4px', color: 'var(--ink)', caretColor: 'var(--ink)' },
  '.cm-tooltip': { border: '1px solid var(--ink)', background: 'var(--panel)', color: 'var(--ink)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--ink)', color: 'var(--panel)' },
})

const words = EditorState.phrases.of({
  Completions: 'Completamenti',
  'current match': 'scelta',
})

/** CodeMirror, in a shadow root: the page's policy refuses the styles that it adds elsewhere. Tab leaves it. */
export default function SqlEditor({ query, change, run, takesFocus }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const onChange = useEffectEvent(change)
  const onRun = useEffectEvent(run)
  const begins = useEffectEvent(() => ({ doc: query, isFocused: takesFocus() }))
  useEffect(() => {
    const element = host.current as HTMLDivElement
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open', delegatesFocus: true })
    const { doc, isFocused } = begins()
    function runs(): true {
      onRun()
      return true
    }
    const view = new EditorView({
      parent: root,
      root,
      doc,
      selection: { anchor: doc.length },
      extensions: [
        keymap.of([
          { key: 'Mod-Enter', preventDefault: true, run: runs },
          ...[...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap],
        ]),
        ...[history(), closeBrackets(), autocompletion({ icons: false })],
        sql({ dialect: PostgreSQL, schema }),
        ...[syntaxHighlighting(colours), look, words, EditorView.lineWrapping],
        EditorState.changeFilter.of(({ newDoc }) => newDoc.length <= maxQueryChars),
        EditorView.contentAttributes.of({
          'aria-label': 'Domanda in SQL',
          'aria-keyshortcuts': 'Control+Enter',
          spellcheck: 'false',
          autocapitalize: 'off',
          translate: 'no',
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onChange(state.doc.toString())
        }),
      ],
    })
    editor.current = view
    if (isFocused) view.focus()
    return () => view.destroy()
  }, [])
  useEffect(() => {
    const view = editor.current
    const shown = view?.state.doc.toString()
    if (shown !== query) view?.dispatch({ changes: { from: 0, to: shown?.length ?? 0, insert: query } })
  }, [query])
  return <div ref={host} className="sql-editor" />
}
