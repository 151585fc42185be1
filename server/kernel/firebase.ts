// The operator's Google project, when chats are stored in it: checks of its settings, and its identity
// (docs/decisions/0047-firestore-as-the-second-store.md).
import { createPrivateKey } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import { z } from 'zod/mini'
import type { ChatSettings } from '#contract/reference.ts'

/** Environment variables contain a key on one line, with `\n` in place of its line breaks. */
const unfolded = (key: string): string => key.trim().replaceAll('\\n', '\n').replaceAll(/^"|"$/g, '')
function isRsaKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

const wrong = {
  project: 'FIREBASE_PROJECT_ID must be the id of a Google project: small letters, digits and dashes.',
  email: 'FIREBASE_CLIENT_EMAIL must be the client_email of a service account key.',
  key: 'FIREBASE_PRIVATE_KEY must be the private_key of a service account key, with \\n in place of its line breaks.',
  emulator: 'FIREBASE_EMULATOR_HOST must look like 127.0.0.1:8080.',
} as const

/** Schemas of the Firebase settings. */
export const firebaseChecks = {
  project: z.string().check(z.regex(/^[a-z][a-z\d-]{3,28}[a-z\d]$/, wrong.project)),
  email: z.string().check(z.regex(z.regexes.email, wrong.email)),
  key: z.string().check(z.overwrite(unfolded), z.refine(isRsaKey, wrong.key)),
  emulator: z.string().check(z.regex(/^[\w.-]+:\d{1,5}$/, wrong.emulator)),
} as const

/** Settings that must be set together. */
export const firebaseGroup = [
  'FIREBASE_PROJECT_ID',
  'FIREBASE_API_KEY',
  'FIREBASE_APP_ID',
  'FIREBASE_CLIENT_EMAIL',
  'FIREBASE_PRIVATE_KEY',
] as const

const wholeGroup = z.object({
  firebaseProjectId: z.string(),
  firebaseApiKey: z.string(),
  firebaseAppId: z.string(),
  firebaseClientEmail: z.string(),
  firebasePrivateKey: z.string(),
})
type Group = z.output<typeof wholeGroup>
export type FirebaseSettings = { [K in keyof Group]?: string | undefined } & {
  firebaseEmulatorHost?: string | undefined
  firebaseLongPolling: boolean
}

/** Google project, and the service account that acts for this server in it. */
export interface FirebaseProject {
  /** Settings that are sent to phones; none of them is a secret. */
  chat: Extract<ChatSettings, { store: 'firestore' }>
  clientEmail: string
  /** Private key as PEM. */
  privateKey: string
}

/** Returns the project that stores the chats; undefined when this server stores them itself. */
export function firebaseOf(s: FirebaseSettings): FirebaseProject | undefined {
  const { data } = wholeGroup.safeParse(s)
  return (
    data && {
      chat: {
        store: 'firestore',
        projectId: data.firebaseProjectId,
        apiKey: data.firebaseApiKey,
        appId: data.firebaseAppId,
        longPolling: s.firebaseLongPolling,
        ...(s.firebaseEmulatorHost !== undefined && { emulator: s.firebaseEmulatorHost }),
      },
      clientEmail: data.firebaseClientEmail,
      privateKey: data.firebasePrivateKey,
    }
  )
}

/** Returns a JWT of the service account for Google's servers, valid for `lasts` seconds from `issued` (seconds). */
export const signedBy = (
  { clientEmail, privateKey }: FirebaseProject,
  o: { claims: JWTPayload; audience: string; issued: number; lasts: number },
): Promise<string> =>
  new SignJWT({ ...o.claims, iss: clientEmail, aud: o.audience, iat: o.issued, exp: o.issued + o.lasts })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .sign(createPrivateKey(privateKey))

/** Returns the other hosts that a page connects to: Google's hosts of chat and sign-in, when Google stores the chats. */
export function chatHosts(s: FirebaseSettings): string[] {
  const project = firebaseOf(s)
  if (!project) return []
  const { emulator } = project.chat
  if (emulator !== undefined) return [`http://${emulator}`]
  return ['firestore', 'identitytoolkit', 'securetoken'].map((name) => `https://${name}.googleapis.com`)
}
