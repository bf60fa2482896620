/** Each answers a question that no page does. */
export const examples: readonly { title: string; query: string }[] = [
  {
    title: 'Visite per giorno, senza robot',
    query: 'select day, count(*) as visite\nfrom visits\nwhere robot is null\ngroup by day order by day',
  },
  {
    title: 'Piani attivati per sorgente, in un periodo',
    query: `select coalesce(source, '(senza sorgente)') as sorgente, count(*) as piani
from events
where type = 'PlanActivated' and day between {{dal}} and {{al}}
group by all order by piani desc`,
  },
  {
    title: 'Pagine viste prima di un contatto, per giorno della settimana',
    query: `with contatti as (
  select visit, min(position) as contatto, min(day) as giorno, any_value(source) as sorgente
  from events where type = 'LeadSubmitted' and visit is not null and robot is null group by visit
), visite as (
  select c.giorno, c.sorgente, count(id) as viste
  from contatti c left join events e on e.visit = c.visit and position < contatto
    and type = 'InteractionTracked' and (data ->> '$.eventType') = 'page_view'
  group by c.visit, c.giorno, c.sorgente
)
select ['lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato', 'domenica'][isodow(giorno)] as giorno,
  sorgente, count(*) as visite, median(viste) as pagine
from visite group by all order by visite desc`,
  },
  {
    title: 'Da una pagina al contatto, nell’ordine del registro',
    query: `with passi as (
  select visit,
    min(position) filter (where page = {{pagina}}) as vista,
    max(position) filter (where type = 'LeadSubmitted') as contatto
  from events where visit is not null group by visit
)
select count(vista) as viste, count(*) filter (where contatto > vista) as contatti from passi`,
  },
  {
    title: 'Visite con un rifiuto, e per quale ragione',
    query: `select data ->> '$.reason' as ragione, count(distinct visit) as visite, count(*) as volte
from events where type = 'ActionRefused'
group by all order by visite desc`,
  },
  {
    title: 'Tempo dal contatto alla registrazione, per persona',
    query: `with persone as (
  select person,
    min("recordedAt") filter (where type in ('LeadSubmitted', 'QuestionnaireSubmitted')) as contatto,
    min("recordedAt") filter (where type = 'AccountRegistered') as registrazione
  from events where person is not null group by person
)
select count(*) as persone, median(date_diff('hour', contatto, registrazione)) as ore
from persone where registrazione > contatto`,
  },
  {
    title: 'Ore del giorno delle visite, a Roma',
    query: `select hour(timezone('Europe/Rome', "firstAt")) as ora, count(*) as visite
from visits where robot is null
group by ora order by ora`,
  },
  {
    title: 'Browser e dispositivo, con la quota delle registrazioni',
    query: `select browser, device as dispositivo, count(*) as visite,
  round(100 * avg(registration::integer), 1) as registrazioni_percento
from visits where robot is null
group by all having visite >= 20 order by visite desc`,
  },
  {
    title: 'I pulsanti più premuti',
    query: `select data ->> '$.elementText' as testo, page as pagina, count(*) as clic, count(distinct visit) as visite
from events
where type = 'InteractionTracked' and (data ->> '$.eventType') = 'button_click'
group by all order by clic desc limit 50`,
  },
  {
    title: 'Persone per piano e sorgente della prima visita',
    query: `select plan as piano, source as sorgente, count(*) as persone
from persons where registered
group by all order by persone desc`,
  },
]
