import { type AuditPage, type AuditWhat, auditWhat } from '@tba/events/audit/views.ts'
import { type ReactNode, useId } from 'react'
import { TextButton } from '../parts/controls.tsx'
import { DayField } from '../parts/day-field.tsx'
import type { useFilters } from '../parts/filters.ts'
import { dayOf, daysFrom, lastDayBefore, startOfDay } from '../parts/rome-time.ts'
/** What administrators do, in one word. */
export const auditWords: Record<AuditWhat, string> = {
  signedIn: 'Accesso',
  signedOut: 'Uscita',
  looked: 'Consultazione',
  opened: 'Apertura',
  exported: 'Esportazione',
  changed: 'Modifica',
  replayed: 'Replica',
  rebuilt: 'Ricostruzione',
  retried: 'Ritentativo',
  skipped: 'Salto',
  erased: 'Cancellazione',
}

type Props = { filters: ReturnType<typeof useFilters>; admins: AuditPage['admins'] }

/** In the address, under the names of the call. */
export const filterNames = ['admin', 'what', 'from', 'to'] as const

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </p>
  )
}

/** One line above the ledger. */
export function AuditFilters({ filters, admins }: Props) {
  const { of, set } = filters
  const isFiltered = filterNames.some(name => of(name) !== '')
  return (
    <search className="audit-filters">
      <Field label="Chi">
        {id => (
          <select id={id} value={of('admin')} onChange={event => set('admin', event.target.value)}>
            <option value="">tutti</option>
            {admins.map(admin => (
              <option key={admin.id} value={admin.id}>
                {admin.email ?? admin.id}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Che cosa">
        {id => (
          <select id={id} value={of('what')} onChange={event => set('what', event.target.value)}>
            <option value="">tutto</option>
            {auditWhat.options.map(what => (
              <option key={what} value={what}>
                {auditWords[what]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Dal giorno">
        {id => (
          <DayField id={id} value={dayOf(of('from'))} set={day => set('from', day && startOfDay(day))} />
        )}
      </Field>
      <Field label="Al giorno">
        {id => (
          <DayField
            id={id}
            value={lastDayBefore(of('to'))}
            set={day => set('to', day && startOfDay(daysFrom(day, 1)))}
          />
        )}
      </Field>
      {isFiltered && <TextButton onClick={() => filters.clear(filterNames)}>Togli i filtri</TextButton>}
    </search>
  )
}
