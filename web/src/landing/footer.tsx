import { brand } from '../content/brand.ts'

export function Footer() {
  return (
    <footer className="footer">
      <div className="footer-row">
        <p className="brand">{brand.name}</p>
        <p>
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> ·{' '}
          <a href={`tel:${brand.supportPhone.replaceAll(' ', '')}`}>{brand.supportPhone}</a>
        </p>
      </div>
    </footer>
  )
}
