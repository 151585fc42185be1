import { generateKeyPairSync } from 'node:crypto'
import { newProject } from './firestore-emulator.ts'

/** Returns a private key as in a service account file. */
export const serviceKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey

/** Returns the settings of a server with chats in this project of an emulator. */
export const firestoreSettings = (emulator: string, project: string) => ({
  FIREBASE_PROJECT_ID: project,
  FIREBASE_API_KEY: 'an-api-key',
  FIREBASE_APP_ID: '1:1:web:1',
  FIREBASE_CLIENT_EMAIL: 'chats@motorkin.example',
  FIREBASE_PRIVATE_KEY: serviceKey().replaceAll('\n', String.raw`\n`),
  FIREBASE_EMULATOR_HOST: emulator,
})

/** Returns the settings of a server with chats in a new project. */
export const firestoreEnv = async (emulator: string) =>
  firestoreSettings(emulator, await newProject(emulator))
