import { inject } from 'vitest'
import { conformance } from '../chat/conformance.ts'
import { firestoreWorld } from '../chat/firestore-world.ts'

conformance('Firestore, Node', () => firestoreWorld(inject('firestore')))
