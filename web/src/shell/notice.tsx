import type { ReactNode } from 'react'

/** A screen that says one thing and offers one way on. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="notice">
      <section className="notice-card">
        <h1>{title}</h1>
        {children}
      </section>
    </main>
  )
}
