import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { profileFiles } from '#contract/users/profile.ts'
import type { SentBody } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { noSuchFile } from '../../pictures/uploads/refused.ts'
import { saveProfileImage } from '../../pictures/uploads/save-image.ts'

/** Bytes of a form: both pictures, a little too large so that it can be said at the field, and the text. */
export const formBytes = 2 * limits.profileImage + 1_000_000

const isFile = (name: string): name is keyof typeof profileFiles => Object.hasOwn(profileFiles, name)

/** A text of a form as JSON would have it; what cannot be read is left for the schema to refuse. */
function valueOf(name: string, text: string): unknown {
  if (name === 'base_version') return /^\d{1,9}$/.test(text) ? Number(text) : text
  if (name === 'chat_emails') return text === 'true' || (text === 'false' ? false : text)
  if (name !== 'opening_hours') return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new AppError('validation_failed', {
      fields: { opening_hours: 'Please enter the hours of seven days' },
    })
  }
}

/** Browsers send an empty file without a name for a field that nobody filled in. */
const isGiven = (value: string | File) => typeof value === 'string' || value.size > 0 || value.name !== ''

/** The same edit as JSON (R-API-33): each file is kept as a picture of its owner, and named by the edit. */
export async function readProfileForm(deps: Deps, user: string, form: FormData): Promise<SentBody> {
  const given = [...form].filter(([, value]) => isGiven(value))
  const unknown = given.find(([name, value]) => typeof value !== 'string' && !isFile(name))
  if (unknown) throw noSuchFile(unknown[0])
  const sent: Record<string, unknown> = {}
  for (const [name, value] of given) {
    if (typeof value === 'string') sent[name] = valueOf(name, value)
    else if (isFile(name)) {
      const bytes = Buffer.from(await value.arrayBuffer())
      if (bytes.length > 0)
        sent[profileFiles[name]] = await saveProfileImage(deps, { user, bytes, field: name })
    }
  }
  return sent
}
