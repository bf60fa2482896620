import { memo } from 'react'
import { lengthOf } from '../../parts/time/durations.ts'
import { eventName } from '../../parts/words/event-kind.tsx'
import { categoryName } from '../../parts/words/labels.ts'
import type { Film } from './film.ts'
import { type Pressed, type Sketch, type Stamp, sketchAt } from './sketch.ts'
import './sketch.css'

export const SketchView = memo(function SketchView({ film, at }: { film: Film; at: number }) {
  const sketch = sketchAt(film, at)
  return (
    <figure className="sketch" aria-label="Schizzo della pagina">
      <header>
        <b>{sketch.title}</b>
        <span className="mono">{sketch.address ?? '—'}</span>
      </header>
      <div className="sketch-page">
        {sketch.address !== null && <Scrolled percent={sketch.scrolled} />}
        <ul className="sketch-sections">
          {sketch.sections.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <Presses pressed={sketch.pressed.filter(({ section }) => section === id)} at={at} />
            </li>
          ))}
        </ul>
      </div>
      <Stamps stamps={sketch.stamps} at={at} />
      <figcaption className="quiet">
        {timeOnPage(sketch)} Disegnato da ciò che è stato tracciato: lo schermo non viene registrato.
      </figcaption>
    </figure>
  )
})

const timeOnPage = ({ seconds }: Sketch) =>
  seconds === null ? '' : `Sulla pagina per ${lengthOf(seconds * 1_000)}.`

const Scrolled = ({ percent }: { percent: number }) => (
  <div className="sketch-scroll" role="img" aria-label={`Scorsa fino al ${percent}%`}>
    <span style={{ height: `${percent}%` }} />
    {[50, 100].map(mark => (
      <i key={mark} data-reached={percent >= mark} style={{ top: `${mark}%` }}>
        {mark}%
      </i>
    ))}
  </div>
)

const mostPresses = 12

function Presses({ pressed, at }: { pressed: readonly Pressed[]; at: number }) {
  if (pressed.length === 0) return null
  return (
    <ol className="sketch-presses" aria-label="Premuti qui">
      {pressed.slice(-mostPresses).map(press => (
        <li key={press.at} data-now={press.at === at} title={categoryName(press.section)}>
          {press.what}
        </li>
      ))}
    </ol>
  )
}

function Stamps({ stamps, at }: { stamps: readonly Stamp[]; at: number }) {
  if (stamps.length === 0) return null
  return (
    <ul className="sketch-stamps" aria-label="Avvenuto su questa pagina">
      {stamps.map(stamp => (
        <li key={stamp.at} data-refusal={stamp.isRefusal} data-now={stamp.at === at}>
          <b>{eventName(stamp.type)}</b>
          {stamp.summary && <span>{stamp.summary}</span>}
        </li>
      ))}
    </ul>
  )
}
