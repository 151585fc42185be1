import { AppError } from '#contract/errors.ts'

/** What is wrong with a picture, said at its field. */
export const pictureRefusal = (field: string, msg: string) =>
  new AppError('validation_failed', { msg, fields: { [field]: msg } })

/** A file nobody asked for: its sender meant something by it, and would otherwise get a success. */
export const noSuchPicture = (field: string) =>
  pictureRefusal(field.slice(0, 80), 'This form takes no file of this name.')
