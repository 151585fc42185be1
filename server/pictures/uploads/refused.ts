import { AppError } from '#contract/errors.ts'

/** What is wrong with a picture, said at its field. */
export const refused = (field: string, msg: string) =>
  new AppError('validation_failed', { msg, fields: { [field]: msg } })
