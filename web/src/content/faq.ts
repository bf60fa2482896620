import { declaredReturns } from './plans.ts'

export const faq = [
  {
    question: 'Come funziona il bot?',
    answer:
      'Analizza i prezzi con modelli di apprendimento automatico, apre e chiude le operazioni sul tuo conto presso il broker partner e mette uno stop-loss a ciascuna. I fondi restano sul tuo conto: il bot opera, non preleva.',
  },
  {
    question: 'Quanto serve per iniziare?',
    answer:
      'Il piano Starter parte da 500 euro, Professional da 1.000 ed Elite da 3.000. È il deposito sul tuo conto di trading: usa solo denaro che puoi permetterti di perdere.',
  },
  {
    question: 'Quanto posso guadagnare?',
    answer: `I piani dichiarano dall'8% al 25% al mese: sono ${declaredReturns}. Ci sono mesi in perdita, e i risultati passati non dicono nulla di sicuro su quelli futuri.`,
  },
  {
    question: 'Posso perdere il mio denaro?',
    answer:
      'Sì, anche tutto. Forex e CFD si scambiano con leva e una perdita può arrivare in poco tempo. Lo stop-loss e la perdita massima giornaliera limitano il rischio, non lo eliminano.',
  },
  {
    question: 'Devo avere esperienza?',
    answer:
      'No. Un percorso in quattro passi ti guida dal conto presso il broker fino alla verifica finale, e il supporto risponde dal lunedì al venerdì dalle 9 alle 18 e il sabato dalle 9 alle 13.',
  },
  {
    question: 'Quando comincia a operare?',
    answer: 'Entro 24 ore da quando la configurazione è completa.',
  },
  {
    question: 'E se cambio idea?',
    answer: 'Entro 30 giorni puoi chiedere il rimborso del piano.',
  },
] as const
