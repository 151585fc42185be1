import { z } from 'zod/mini'
import { digitsWords, hasDigits, type RegionSettings, withoutPrefix } from '#contract/values/region.ts'

/** A phone number of the contract behind the prefix that a form shows, with the digits of the market (R-VAL-54, R-VAL-64). */
export const mobileNumber = <S extends z.ZodMiniType<string, string>>(
  gsm: S,
  region: RegionSettings,
  prefix: string,
) =>
  z.pipe(
    z.string().check(z.overwrite((v) => withoutPrefix(v, prefix))),
    gsm.check(z.refine((v) => hasDigits(v, region), digitsWords(region))),
  )
