import { inject } from 'vitest'
import { conformance } from '../chat/conformance.ts'
import { firestoreWorld } from '../chat/firestore-world.ts'

const name = 'Firestore, Node'
const open = () => firestoreWorld(name, inject('firestore'))

conformance(name, open, { without: ['many messages'] })
// This case sends 260 transactions one after the other; the case before it tests the roll-over in every run.
conformance(name, open, { only: 'many messages', tags: ['full'] })
