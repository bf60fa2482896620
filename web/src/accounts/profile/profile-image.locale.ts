import italian from '@uppy/locales/lib/it_IT.js'

/** Uppy's Italian, and what is missing, English or clumsy in it. */
export const locale = {
  ...italian,
  strings: {
    ...italian.strings,
    addBulkFilesFailed: {
      0: 'Non è stato possibile aggiungere %{smart_count} file',
      1: 'Non è stato possibile aggiungere %{smart_count} file',
    },
    browseFiles: 'scegli dal dispositivo',
    cancelUpload: 'Annulla il caricamento',
    dashboardTitle: "Caricamento dell'immagine",
    dataUploadedOfUnknown: '%{complete} di dimensione sconosciuta',
    dropHint: "Lascia qui l'immagine",
    dropPasteFiles: "Trascina qui l'immagine, incollala o %{browseFiles}",
    error: 'Errore',
    exceedsSize: '%{file} supera la dimensione massima consentita di %{size}',
    failedToUpload: 'Caricamento di %{file} non riuscito',
    filesUploadedOfTotal: {
      0: '%{complete} di %{smart_count} file caricato',
      1: '%{complete} di %{smart_count} file caricati',
    },
    generatingThumbnails: "Preparazione dell'anteprima...",
    inferiorSize: 'Questo file è più piccolo della dimensione consentita',
    noDuplicates: 'Il file «%{fileName}» è già stato aggiunto',
    noMoreFilesAllowed: 'Non puoi aggiungere altri file',
    pleaseWait: 'Attendi',
    removeFile: 'Rimuovi %{file}',
    retryUpload: 'Riprova il caricamento',
    showErrorDetails: "Mostra i dettagli dell'errore",
    unnamed: 'Senza nome',
    uploadComplete: 'Caricamento completato',
    uploadFailed: 'Caricamento non riuscito',
    uploading: 'Caricamento in corso',
    uploadingXFiles: {
      0: 'Caricamento di %{smart_count} file',
      1: 'Caricamento di %{smart_count} file',
    },
    youCanOnlyUploadFileTypes: 'Puoi caricare solo immagini JPEG, PNG, WebP, GIF o AVIF',
    youCanOnlyUploadX: {
      0: 'Puoi caricare solo %{smart_count} file',
      1: 'Puoi caricare solo %{smart_count} file',
    },
  },
}
