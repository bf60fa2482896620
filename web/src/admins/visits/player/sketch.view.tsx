import { memo } from 'react'
import type { Playback } from './playback.ts'
import { sketchAt } from './sketch.ts'
import './sketch.css'

const maxPresses = 12

export const SketchView = memo(function SketchView({ playback, at }: { playback: Playback; at: number }) {
  const { title, address, sections, presses, scrolled } = sketchAt(playback, at)
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
            const sectionPresses = presses.filter(({ section }) => section === id)
            return (
              <li key={id}>
                <span>{name}</span>
                {sectionPresses.length > 0 && (
                  <ol className="sketch-presses" aria-label="Premuti qui">
                    {sectionPresses.slice(-maxPresses).map(({ label, at, isNow }) => (
                      <li key={at} data-now={isNow}>
                        {label}
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
        {`${mark}%`}
      </i>
    ))}
  </div>
)
