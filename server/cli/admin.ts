// Commands of the operator in a shell: `npm run admin -- verb …`.
import { AppError } from '#contract/errors.ts'
import { cleanLine } from '#contract/parts.ts'
import { dealerVerbs, newsletterVerbs, peopleVerbs } from './admin/people-verbs.ts'
import { adVerbs } from './admin/ad-verbs.ts'
import { heldVerbs, videoVerbs } from './admin/content-verbs.ts'
import { logVerbs, orderVerbs } from './admin/order-verbs.ts'
import { Misused, type Verb, verbNamed } from './admin/verb.ts'
import { exitWithError, openDeps, readSettings, startFailureOf, printLine } from './open-deps.ts'

const verbs: readonly Verb[] = [
  ...peopleVerbs,
  ...logVerbs,
  ...adVerbs,
  ...dealerVerbs,
  ...orderVerbs,
  ...videoVerbs,
  ...newsletterVerbs,
  ...heldVerbs,
]

const usage = [
  'npm run admin -- <verb> …',
  '',
  ...verbs.map(({ usage, does }) => `  ${usage}\n      ${does}`),
  '',
  'With the embedded database the server must be stopped meanwhile; with PostgreSQL it may run.',
].join('\n')

/** Removes control characters, which a terminal would execute, and signs that turn the text direction, from input of people. */
const plain = (line: string): string => cleanLine(line.replace(/\p{Cc}/gu, ' '))

async function run(verb: Verb, args: readonly string[]): Promise<void> {
  const config = readSettings()
  const deps = await openDeps(config)
  try {
    for (const line of await verb.run(deps, args)) printLine(plain(line))
  } finally {
    await deps.db.close()
  }
}

const [name, ...args] = process.argv.slice(2)
const verb = verbNamed(verbs, name)
if (name === undefined || name === 'help' || name === '--help') printLine(usage)
else if (!verb) exitWithError(`There is no verb ${name}.\n\n${usage}`)
else {
  try {
    await run(verb, args)
  } catch (error) {
    if (error instanceof Misused) exitWithError(`${error.message}\n\nnpm run admin -- ${verb.usage}`)
    if (error instanceof AppError) exitWithError(plain(error.message))
    exitWithError(`Nothing was done. ${startFailureOf(error, readSettings())}`)
  }
}
