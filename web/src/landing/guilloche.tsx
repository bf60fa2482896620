const turns = 24
const angles = Array.from({ length: turns }, (_, turn) => (turn * 180) / turns)

/** The fine interlaced lines of a share certificate. */
export function Guilloche() {
  return (
    <svg className="guilloche" viewBox="-100 -100 200 200" aria-hidden="true">
      {angles.map(angle => (
        <ellipse key={angle} rx="96" ry="38" transform={`rotate(${angle})`} />
      ))}
    </svg>
  )
}
