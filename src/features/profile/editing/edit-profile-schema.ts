import { z } from 'zod/mini'
import { gsm } from '#contract/parts.ts'
import { profileEdit } from '#contract/users/profile.ts'
import { digitsWords, hasDigits, type RegionSettings, withoutPrefix } from '#contract/values/region.ts'

/**
 * The rules of signing up (R-VAL-28); how many digits a number has is the market's business (R-VAL-64). One that the
 * server has already is no reason to refuse another name. The number is kept with `code`, which people paste in front.
 */
export const schemaOf = (region: RegionSettings, { known, code }: { known: string; code: string }) =>
  z.pick(
    z.extend(profileEdit, {
      gsm: z.pipe(
        z.string().check(z.overwrite((v) => withoutPrefix(v, code))),
        gsm('Contact no. is required').check(
          z.refine((v) => v === known || hasDigits(v, region), { error: digitsWords(region) }),
        ),
      ),
    }),
    { fullname: true, gsm: true, province: true, city: true, chat_emails: true },
  )
