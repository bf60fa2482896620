import { sampleFigures } from '../content/plans.ts'
import { testimonials } from '../content/samples.ts'
import './testimonials.css'

export function Testimonials() {
  return (
    <section id="testimonials" className="section" aria-labelledby="testimonials-title">
      <header className="section-header section-header-split">
        <h2 id="testimonials-title">Chi lo usa</h2>
        <p className="sample-label">{sampleFigures}: testimonianze di esempio</p>
      </header>
      <ul className="quotes">
        {testimonials.map(({ quote, name, who, plan }) => (
          <li key={name}>
            <figure>
              <blockquote>«{quote}»</blockquote>
              <figcaption>
                <strong>{name}</strong>
                <span>{who}</span>
                <span>Piano {plan}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
