import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { TimelineEntry } from '@tba/events/streams/views.ts'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { EntryOf } from './timeline-entry.tsx'

export type EntryListHandle = {
  /** Brings the entry of a revision into sight. */
  show: (revision: number) => void
  /** And moves the focus there. */
  focus: (revision: number) => void
}

type Props = {
  /** Newest first. */
  entries: readonly TimelineEntry[]
  asOf: number
  choose: (revision: number) => void
  list: Ref<EntryListHandle>
}

/** Above so many, only those in sight are in the page. */
const drawnWhole = 100

export function EntryList({ entries, list, ...props }: Props) {
  const top = useRef<HTMLOListElement>(null)
  const wanted = useRef<number | null>(null)
  const isWhole = entries.length <= drawnWhole
  const virtual = useWindowVirtualizer({
    count: isWhole ? 0 : entries.length,
    estimateSize: () => 120,
    overscan: 8,
    scrollMargin: top.current?.offsetTop ?? 0,
    // Below what stays at the top of the window.
    scrollPaddingStart: 96,
    scrollPaddingEnd: 24,
    initialRect: { width: innerWidth, height: innerHeight },
    getItemKey: at => entries[at]?.event.revision ?? at,
  })
  const lines = virtual.getVirtualItems()
  const itemAt = (revision: number | null) =>
    top.current?.querySelector<HTMLElement>(`[data-revision="${revision}"]`)
  function takeFocus() {
    const button = itemAt(wanted.current)?.querySelector('button')
    if (!button) return
    wanted.current = null
    button.focus({ preventScroll: true })
  }
  // An entry that was not drawn yet gets the focus once it is.
  useEffect(() => {
    if (wanted.current !== null) takeFocus()
  })
  function show(revision: number) {
    if (isWhole) return itemAt(revision)?.scrollIntoView?.({ block: 'nearest' })
    const at = entries.findIndex(({ event }) => event.revision === revision)
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  }
  useImperativeHandle(list, () => ({
    show,
    focus(revision) {
      wanted.current = revision
      show(revision)
      takeFocus()
    },
  }))

  const itemOf = (entry: TimelineEntry) => (
    <EntryOf entry={entry} place={placeOf(entry, props.asOf)} choose={props.choose} />
  )
  if (isWhole) {
    return (
      <ol reversed className="timeline-entries" ref={top}>
        {entries.map(entry => (
          <li key={entry.event.revision} data-revision={entry.event.revision}>
            {itemOf(entry)}
          </li>
        ))}
      </ol>
    )
  }
  return (
    <ol
      reversed
      className="timeline-entries"
      ref={top}
      style={{ position: 'relative', height: virtual.getTotalSize() }}
    >
      {lines.map(({ index, key, start }) => {
        const entry = entries[index]
        return (
          entry && (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-revision={entry.event.revision}
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              style={{ position: 'absolute', insetInline: 0, top: start - virtual.options.scrollMargin }}
            >
              {itemOf(entry)}
            </li>
          )
        )
      })}
    </ol>
  )
}

function placeOf({ event }: TimelineEntry, asOf: number) {
  if (event.revision === asOf) return 'asOf'
  return event.revision > asOf ? 'later' : 'earlier'
}
