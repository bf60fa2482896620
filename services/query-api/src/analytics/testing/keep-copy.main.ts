import { openEventStore } from '@tba/event-store/open.ts'
import { logHead } from '../../freshness/log-head.ts'
import { openCopy } from '../copy.ts'

/** Keeps a copy until it is killed: FOLDER, DATABASE_URL. */
const { DATABASE_URL: eventStoreUrl = '', FOLDER: folder = '' } = process.env
const store = await openEventStore({ url: eventStoreUrl })
openCopy({ eventStoreUrl, folder, memoryMb: 128, head: logHead(() => store.head()), onError: console.error })
