import { pathTree } from '@tba/events/paths/views.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { readAgain, useView } from '../console-data.ts'
import { Select } from '../parts/controls.tsx'
import { CountingTitle, EventChoice, PeriodNote } from '../parts/counting.tsx'
import { eventName } from '../parts/event-kind.tsx'
import { PeriodMenu } from '../parts/menus.tsx'
import { UnreadNote } from '../parts/unread-note.tsx'
import { AnswerState } from '../parts/view-state.tsx'
import { ConditionsEditor } from './conditions.editor.tsx'
import { HowCounted } from './how-counted.tsx'
import { PathTable } from './path-table.tsx'
import { PathTree } from './path-tree.tsx'
import { depths, directions, root, usePathsAddress } from './paths-address.ts'
import { nodeAt, shownBranches } from './shown-branches.ts'
import { stepName } from './step-name.tsx'
import { VisitsDrawer } from './visits.drawer.tsx'
import '../funnels/builder.css'
import '../history/history.css'
import '../parts/ledger.css'
import './paths.css'

/** In the place of the tree, as long as a condition cannot be asked for: the numbers without it would be of something else. */
function NotYet({ unread, where, choose }: ReturnType<typeof usePathsAddress>) {
  if (unread.length === 0)
    return (
      <p className="list-empty" role="status">
        Non si conta ancora: a una condizione manca il campo o il valore. Completala, o toglila.
      </p>
    )
  return (
    <UnreadNote unread={unread} drop={() => choose('where', where)}>
      {unread.length === 1 ? 'una condizione non si legge' : 'alcune condizioni non si leggono'}, e senza si
      conterebbe altro.
    </UnreadNote>
  )
}

/** What visitors did after an event, or before it, step by step. */
export default function PathsPage() {
  const address = usePathsAddress()
  const { filters, event, direction, depth, query, isPeriod, way, choose } = address
  const answer = useView(query === null ? null : `/api/admin/paths?${query}`, pathTree, readAgain)
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
          aria-label="Direzione"
          options={directions}
          value={direction}
          choose={value => choose('direction', value)}
        />
        <Select
          aria-label="Quanti passi"
          options={depths}
          value={depth}
          choose={value => choose('depth', value)}
        />
        <PeriodMenu filters={filters} />
        <PeriodNote filters={filters} otherwise={isPeriod ? null : 'Ultimi 30 giorni'} />
        <ConditionsEditor
          event={event}
          where={address.where}
          set={where => choose('where', [...where, ...address.unread.map(([, said]) => said)])}
        />
      </search>
      {query === null ? (
        <NotYet {...address} />
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
