import { inject } from 'vitest'
import { conformance } from '../chat/conformance.ts'
import { firestoreWorld } from '../chat/firestore-world.ts'

const name = 'Firestore, Node'
const open = () => firestoreWorld(name, inject('firestore'))

conformance(name, open, { without: ['many messages'] })
// 260 transactions in turn; the case before it rolls over in every run.
conformance(name, open, { only: 'many messages', tags: ['full'] })
