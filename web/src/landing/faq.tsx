import { useState } from 'react'
import { faq } from '../content/faq.ts'
import { FaqContact } from './faq-contact.tsx'
import './faq.css'

type Props = { number: number; question: string; answer: string; open: boolean; toggle: () => void }

function Entry({ number, question, answer, open, toggle }: Props) {
  const id = `faq-${number}`
  return (
    <li>
      <h3>
        <button type="button" id={id} aria-expanded={open} aria-controls={`${id}-answer`} onClick={toggle}>
          {question}
        </button>
      </h3>
      <section id={`${id}-answer`} className="faq-answer" aria-labelledby={id} hidden={!open}>
        <p>{answer}</p>
      </section>
    </li>
  )
}

export function Faq() {
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <section id="faq" className="section faq" aria-labelledby="faq-title">
      <div>
        <h2 id="faq-title">Domande frequenti</h2>
        <FaqContact />
      </div>
      <ol className="faq-list">
        {faq.map((entry, number) => (
          <Entry
            key={entry.question}
            {...entry}
            number={number}
            open={opened === number}
            toggle={() => setOpened(opened === number ? null : number)}
          />
        ))}
      </ol>
    </section>
  )
}
