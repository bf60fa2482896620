import { usePageTitle } from '../../shell/page-title.ts'
import { AnswerState } from '../parts/answer-state.tsx'
import { CountingTitle } from '../parts/counting-title.tsx'
import { EventChoice } from '../parts/event-choice.tsx'
import { eventName } from '../parts/event-kind.tsx'
import { PeriodMenu } from '../parts/period-menu.tsx'
import { PeriodNote } from '../parts/period-note.tsx'
import { ConditionsEditor } from './conditions.editor.tsx'
import { HowCounted } from './how-counted.tsx'
import { NotYet } from './not-yet.tsx'
import { PathTable } from './path-table.tsx'
import { PathTree } from './path-tree.tsx'
import { depths, directions, root, usePathsAddress } from './paths-address.ts'
import { nodeAt, shownBranches } from './shown-branches.ts'
import { stepName } from './step-name.tsx'
import { useTree } from './use-tree.ts'
import { VisitsDrawer } from './visits.drawer.tsx'
import '../funnels/builder.css'
import '../history/history.css'
import '../parts/ledger.css'
import '../parts/counting.css'
import './paths.css'

type SelectProps = {
  label: string
  options: readonly { value: string; label: string }[]
  value: string
  choose: (value: string) => void
}

/** What the address has and no choice is shown too: the server says what is wrong with it. */
const Select = ({ label, options, value, choose }: SelectProps) => (
  <select
    className="filter-select"
    aria-label={label}
    value={value}
    onChange={({ target }) => choose(target.value)}
  >
    {[...options, ...(options.some(option => option.value === value) ? [] : [{ value, label: value }])].map(
      option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ),
    )}
  </select>
)

/** What visitors did after an event, or before it, step by step. */
export default function PathsPage() {
  const address = usePathsAddress()
  const { filters, event, direction, depth, query, isPeriod, way, choose } = address
  const answer = useTree(query)
  const tree = answer.error || query === null ? undefined : answer.data?.view
  usePageTitle('Percorsi')
  const branches = tree ? shownBranches(tree, address.isTurned) : []
  const opened = tree && way !== null ? nodeAt(tree, way) : null
  const { kind, detail } =
    opened && tree ? stepName(opened, tree.direction) : { kind: 'Visite', detail: null }
  return (
    <main className="console counting">
      <CountingTitle title="Percorsi" answer={answer}>
        Che cosa si fa dopo un evento, o prima: passo per passo, visita per visita.
      </CountingTitle>
      <search className="filter-line">
        <EventChoice name="Da" chosen={event} choose={type => choose('event', type)} />
        <Select
          label="Direzione"
          options={directions}
          value={direction}
          choose={value => choose('direction', value)}
        />
        <Select
          label="Quanti passi"
          options={depths}
          value={depth}
          choose={value => choose('depth', value)}
        />
        <PeriodMenu filters={filters} />
        <PeriodNote filters={filters} otherwise={isPeriod ? null : 'Ultimi 30 giorni'} />
        <ConditionsEditor
          event={event}
          where={address.where}
          set={where => choose('where', [...where, ...address.unread])}
        />
      </search>
      {query === null ? (
        <NotYet unread={address.unread} drop={() => choose('where', address.where)} />
      ) : !tree ? (
        <AnswerState answer={answer} />
      ) : tree.count === 0 ? (
        <p className="list-empty">
          In questo periodo nessuna visita ha «{eventName(event)}». Qui starebbero i passi che{' '}
          {direction === 'next' ? 'lo seguono' : 'lo precedono'}, ciascuno con le sue visite: scegli un altro
          evento o un periodo più lungo.
        </p>
      ) : (
        <>
          <PathTree
            branches={branches}
            direction={tree.direction}
            label={`Percorsi ${direction === 'next' ? 'da' : 'verso'} ${eventName(event)}`}
            turn={address.turn}
            open={address.open}
          />
          <PathTable branches={branches} direction={tree.direction} />
        </>
      )}
      <HowCounted />
      {way !== null && tree && query !== null && (
        <VisitsDrawer
          key={way}
          {...{ query, way, close: address.close, position: tree.position }}
          isGone={way !== root && !opened}
          title={way === root ? 'Tutte le visite' : detail === null ? kind : `${kind}: ${detail}`}
        />
      )}
    </main>
  )
}
