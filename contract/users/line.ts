import { z } from 'zod/mini'

/** What a name or an address never holds: controls, line breaks, and marks that turn the direction of what follows. */
const unwritable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

/** A required text of one line; what cannot be written becomes a space, empty counts as missing. */
export const line = (missing: string, max: number) =>
  z.string({ error: missing }).check(
    z.overwrite((v) => v.replace(unwritable, ' ')),
    z.trim(),
    z.minLength(1, missing),
    z.maxLength(max, `At most ${max} characters`),
  )
