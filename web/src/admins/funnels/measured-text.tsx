import { useLayoutEffect, useRef } from 'react'
import type { Label } from './chart-labels.ts'

/** The most letters of a text that, with an ellipsis, are no wider than that. */
function cut(words: SVGTextElement, text: string, most: number): void {
  let [fits, tooMany] = [1, text.length]
  while (tooMany - fits > 1) {
    const tried = Math.floor((fits + tooMany) / 2)
    words.textContent = `${text.slice(0, tried).trimEnd()}…`
    if (words.getComputedTextLength() <= most) fits = tried
    else tooMany = tried
  }
  words.textContent = `${text.slice(0, fits).trimEnd()}…`
}

type Place = { x: number; y: number }

/** One line, as much of it as there is room for, measured as it is set. The whole stands in the table. */
export function FittedText({
  text,
  most,
  ...place
}: Place & { text: string; most: number; className: string }) {
  const words = useRef<SVGTextElement>(null)
  useLayoutEffect(() => {
    // Where nothing is laid out there is no length.
    if (!words.current?.getComputedTextLength) return
    words.current.textContent = text
    if (words.current.getComputedTextLength() > most) cut(words.current, text, most)
  }, [text, most])
  return (
    <text ref={words} {...place}>
      {text}
    </text>
  )
}

/** A value on its bar, or on a piece of paper as wide as itself. */
export function GroundedText({ label, x, y, height }: Place & { label: Label; height: number }) {
  const { text, width, ground, isOnBar } = label
  const words = useRef<SVGTextElement>(null)
  const paper = useRef<SVGRectElement>(null)
  useLayoutEffect(() => {
    const measured = text && words.current?.getComputedTextLength?.()
    if (ground && measured) paper.current?.setAttribute('width', String(measured + 8))
  }, [text, ground])
  return (
    <g>
      {ground && (
        <rect ref={paper} className="bar-label" x={x - 4} y={y + 5} width={width + 8} height={height - 10} />
      )}
      <text
        ref={words}
        className="bar-text"
        data-within={isOnBar ? 'reached' : 'none'}
        x={x}
        y={y + height / 2}
        dominantBaseline="central"
      >
        {text}
      </text>
    </g>
  )
}
