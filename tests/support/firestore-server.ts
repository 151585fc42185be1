import { generateKeyPairSync } from 'node:crypto'
import { newProject } from './firestore-emulator.ts'

/** A key as the file of a service account has it. */
export const serviceKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey

/** Settings of a server whose chats are in this project of an emulator. */
export const firestoreSettings = (emulator: string, project: string) => ({
  FIREBASE_PROJECT_ID: project,
  FIREBASE_API_KEY: 'an-api-key',
  FIREBASE_APP_ID: '1:1:web:1',
  FIREBASE_CLIENT_EMAIL: 'chats@motorkin.example',
  FIREBASE_PRIVATE_KEY: serviceKey().replaceAll('\n', String.raw`\n`),
  FIREBASE_EMULATOR_HOST: emulator,
})

/** The same of a project of its own. */
export const firestoreEnv = async (emulator: string) =>
  firestoreSettings(emulator, await newProject(emulator))
