import { memo } from 'react'
import type { Film } from './film.ts'
import { sketchAt } from './sketch.ts'
import './sketch.css'

const maxPresses = 12

export const SketchView = memo(function SketchView({ film, at }: { film: Film; at: number }) {
  const { title, address, sections, pressed, scrolled } = sketchAt(film, at)
  return (
    <figure className="sketch" aria-label="Schizzo della pagina">
      <header>
        <b>{title}</b>
        <span className="mono">{address ?? '—'}</span>
      </header>
      <div className="sketch-page">
        {address !== null && <Scrolled percent={scrolled} />}
        <ul className="sketch-sections">
          {sections.map(({ id, name }) => {
            const presses = pressed.filter(({ section }) => section === id)
            return (
              <li key={id}>
                <span>{name}</span>
                {presses.length > 0 && (
                  <ol className="sketch-presses" aria-label="Premuti qui">
                    {presses.slice(-maxPresses).map(({ what, at, isNow }) => (
                      <li key={at} data-now={isNow}>
                        {what}
                      </li>
                    ))}
                  </ol>
                )}
              </li>
            )
          })}
        </ul>
      </div>
      <figcaption className="quiet">
        Disegnato da ciò che è stato tracciato: lo schermo non viene registrato.
      </figcaption>
    </figure>
  )
})

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
