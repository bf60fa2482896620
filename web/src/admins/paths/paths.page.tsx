import { pathTree } from '@tba/events/paths/views.ts'
import { onDemand, useLazyPart } from '../../components/on-demand.ts'
import { alwaysFresh, useView } from '../api/reads.ts'
import { FilterRow } from '../filters/filter-row.tsx'
import { Conditions } from '../funnels/builder/condition.editor.tsx'
import { useFunnelFields } from '../funnels/funnels-data.ts'
import { FilterSelect } from '../parts/filters/controls.tsx'
import { SideKinds } from '../parts/filters/side-kinds.tsx'
import { Cautions } from '../parts/page/cautions.tsx'
import { CountingRules, CountingTitle, EventChoice } from '../parts/page/page-title.tsx'
import { AnswerState } from '../parts/page/view-state.tsx'
import { periodWriter } from '../parts/time/period.ts'
import { PeriodPicker } from '../parts/time/period-picker.tsx'
import { eventName, stepInteractionChoices } from '../parts/words/event-name.tsx'
import { PathBranch } from './path-tree.tsx'
import { root, usePathsAddress } from './paths-address.ts'
import '../funnels/builder/builder.css'
import '../parts/lists/data-table.css'
import './paths.css'

const directions = [
  { value: 'next', label: 'Che cosa viene dopo' },
  { value: 'previous', label: 'Che cosa viene prima' },
]
const depths = [1, 2, 3, 4, 5].map(depth => ({
  value: String(depth),
  label: depth === 1 ? '1 passo' : `${depth} passi`,
}))

/** The longest path. */
const maxPathMs = 7 * 86_400_000

const countedBy = [
  { value: 'visit', label: 'Per visita' },
  { value: 'person', label: 'Per persona' },
]

const unitsDrawer = onDemand(() => import('./path-units.drawer.tsx'))

export default function PathsPage() {
  const address = usePathsAddress()
  const { filters, treeFilters, event, direction, query } = address
  const way = filters.get('way')
  const close = () => filters.set('way', '')
  const UnitsDrawer = useLazyPart(unitsDrawer, way !== '', close)
  const logFields = useFunnelFields().data
  const answer = useView(query === null ? null : `/api/admin/paths?${query}`, pathTree, alwaysFresh)
  const tree = answer.error || query === null ? undefined : answer.data?.view
  return (
    <main className="console counting paths">
      <CountingTitle title="Percorsi" answer={answer}>
        Che cosa si fa dopo un evento, o prima: passo per passo.
      </CountingTitle>
      <search className="filter-line">
        <EventChoice name="Da" chosen={address.start} choose={address.begin} kinds={stepInteractionChoices} />
        <FilterSelect filters={treeFilters} name="direction" label="Direzione" options={directions} />
        <FilterSelect
          filters={treeFilters}
          name="depth"
          label="Quanti passi"
          options={depths}
          defaultValue="3"
        />
        <FilterSelect filters={treeFilters} name="by" label="Si conta" options={countedBy} />
        <PeriodPicker picked={address.picked} pick={periodWriter(treeFilters)} />
        <SideKinds filters={treeFilters} />
        <div className="path-conditions">
          <Conditions
            event={event}
            where={address.where}
            logFields={logFields}
            set={address.setWhere}
            step={null}
          />
        </div>
        <FilterRow level={address.by === 'person' ? 'person' : 'visit'} {...address.filtered.row} />
      </search>
      <Cautions
        period={address.picked}
        amounts={tree && [tree.count, ...tree.next.map(branch => branch.count)]}
        open={
          direction === 'next' &&
          Date.parse(address.picked.to) + maxPathMs > Date.now() &&
          'Chi è partito negli ultimi sette giorni può ancora andare avanti.'
        }
        unplaced={tree?.unplaced}
        joined={tree?.joined}
      />
      {query === null ? (
        <p className="list-empty" role="status">
          Non si conta ancora: a una condizione manca il campo o il valore. Completala, o toglila.
        </p>
      ) : !tree ? (
        <AnswerState answer={answer} />
      ) : tree.count === 0 ? (
        <p className="list-empty">
          <span>{`In questo periodo nessuno ha «${eventName(event)}».`}</span> Qui starebbero i passi che{' '}
          <span>{direction === 'next' ? 'lo seguono' : 'lo precedono'}</span>, ciascuno con quanti sono:
          scegli un altro evento o un periodo più lungo.
        </p>
      ) : (
        <ul
          className="path-tree"
          aria-label={`Percorsi ${direction === 'next' ? 'da' : 'verso'} ${eventName(event)}`}
        >
          <PathBranch
            tree={tree}
            node={tree}
            parent={null}
            toggled={filters.getAll('toggled')}
            toggle={opened => filters.toggle('toggled', opened)}
            open={opened => filters.set('way', opened || root, { push: true })}
          />
        </ul>
      )}
      <CountingRules rules={rules} />
      {UnitsDrawer && way !== '' && tree && query !== null && (
        <UnitsDrawer
          key={way}
          tree={tree}
          query={query}
          way={way}
          isByPerson={address.by === 'person'}
          close={close}
        />
      )}
    </main>
  )
}

const rules = [
  'Si conta per visita: i suoi eventi sono quelli del suo flusso e quelli che portano il suo id, nell’ordine del registro. Si parte dal primo evento scelto dentro il periodo, una volta per visita, e si arriva al massimo a sette giorni da lì.',
  'Per persona valgono gli eventi di contatti, questionari e account sotto lo stesso indirizzo, di chi un amministratore ha unito, e delle visite legate con il consenso.',
  'Il consenso ai cookie, lo scorrimento e il tempo sulla pagina sono passi solo se li si chiede. Non lo sono mai l’inizio della visita e ciò che il sistema annota da sé (indirizzo assegnato o liberato).',
  'Una pagina vista e un clic sono tracciati due volte, come interazione e come evento analytics: contano una volta, anche se la seconda arriva prima (entro cinque secondi). Le pagine valgono per il loro percorso, senza ciò che segue il punto interrogativo.',
  'La percentuale è sulle visite del ramo prima. Di ogni ramo si vedono i 12 passi più frequenti: il resto è in «Altri passi».',
]
