import { pathTree, pathVisits } from '@tba/events/paths/views.ts'
import { usePageTitle } from '../../shell/page.tsx'
import { readAgain, useView } from '../api/reads.ts'
import { Check, Select } from '../parts/filters/controls.tsx'
import { UnreadNote } from '../parts/filters/filter-chips.tsx'
import { UnitList } from '../parts/lists/unit-list.tsx'
import { Drawer } from '../parts/page/drawer.tsx'
import { CountingTitle, EventChoice, HowCounted } from '../parts/page/page-title.tsx'
import { AnswerState } from '../parts/page/view-state.tsx'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { eventName, stepKindChoices } from '../parts/words/event-kind.tsx'
import { nodeAt, shownBranches, stepName } from './branches.ts'
import { ConditionsEditor } from './conditions.editor.tsx'
import { PathTable, PathTree } from './path-tree.tsx'
import { depths, directions, root, usePathsAddress } from './paths-address.ts'
import '../funnels/builder/builder.css'
import '../parts/lists/ledger.css'
import './paths.css'

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

export default function PathsPage() {
  const address = usePathsAddress()
  const { event, direction, depth, query, way, choose } = address
  const answer = useView(query === null ? null : `/api/admin/paths?${query}`, pathTree, readAgain)
  const tree = answer.error || query === null ? undefined : answer.data?.view
  usePageTitle('Percorsi')
  const branches = tree ? shownBranches(tree, address.isTurned) : []
  const opened = tree && way !== null ? nodeAt(tree, way) : null
  const { kind, detail } =
    opened && tree ? stepName(opened, tree.direction) : { kind: 'Visite', detail: null }
  return (
    <main className="console counting paths">
      <CountingTitle title="Percorsi" answer={answer}>
        Che cosa si fa dopo un evento, o prima: passo per passo, visita per visita.
      </CountingTitle>
      <search className="filter-line">
        <EventChoice name="Da" chosen={address.start} choose={address.begin} kinds={stepKindChoices} />
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
        <PeriodPicker picked={address.picked} pick={address.pick} />
        <Check checked={address.hasBanner} set={banner => choose('banner', banner ? 'true' : '')}>
          Tra i passi il banner dei cookie
        </Check>
        <ConditionsEditor
          event={event}
          where={address.where}
          set={where => choose('where', [...where, ...address.unread.map(([, word]) => word)])}
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
      <HowCounted rules={rules} />
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

const rules = [
  'Si conta per visita: i suoi eventi sono quelli del suo flusso e quelli che portano il suo id, nell’ordine del registro. Si parte dal primo evento scelto dentro il periodo, una volta per visita, e si arriva al massimo a sette giorni da lì.',
  'Non sono passi lo scorrimento, il tempo sulla pagina, l’inizio della visita, i clic sul banner dei cookie (se non li si chiede) e ciò che il sistema annota da sé (indirizzo assegnato o liberato).',
  'Una pagina vista e un clic sono tracciati due volte, come interazione e come evento analytics: contano una volta, anche se la seconda arriva prima (entro cinque secondi). Le pagine valgono per il loro percorso, senza ciò che segue il punto interrogativo.',
  'La percentuale è sulle visite del ramo prima. Di ogni ramo si vedono i 12 passi più frequenti: il resto è in «Altri passi». I programmi sono esclusi, le visite scadute non ci sono più.',
]

type Props = {
  query: string
  way: string
  title: string
  position: string | null
  isGone: boolean
  close: () => void
}

export const VisitsDrawer = ({ isGone, title, close, ...list }: Props) => (
  <Drawer title={isGone ? 'Ramo non trovato' : title} close={close}>
    {isGone ? (
      <p className="quiet drawer-note">
        In questo albero non c’è un ramo così: l’indirizzo è di un altro conteggio, oppure è sbagliato.
      </p>
    ) : (
      <Visits {...list} />
    )}
  </Drawer>
)

function Visits({ query, way, position }: Pick<Props, 'query' | 'way' | 'position'>) {
  const request = new URLSearchParams(query)
  if (way !== root) request.set('way', way)
  if (position !== null) request.set('asOf', position)
  return (
    <>
      <p className="quiet small drawer-note">Le visite di questo ramo, dalla prima: tante quante ne conta.</p>
      <UnitList
        kind="visit"
        request={`/api/admin/paths/visits?${request}`}
        schema={pathVisits}
        unitsOf={({ visits }) => visits.map(visit => ({ ...visit, at: visit.startedAt }))}
      />
    </>
  )
}
