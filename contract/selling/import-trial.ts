import { z } from 'zod/mini'
import { carStatuses } from '../limits.ts'

/** Results of a trial import beside its problems: the first ads, and the unknown names. */

/** A row as an ad. */
export const importPreviewAd = z.object({
  line: z.int(),
  stock_no: z.string(),
  title: z.string(),
  price: z.number(),
  make: z.string(),
  model: z.string(),
  year: z.int(),
  mileage: z.string(),
  fueltype: z.string(),
  transmission: z.string(),
  bodytype: z.string(),
  exteriorcolor: z.string(),
  condition: z.string(),
  province: z.string(),
  city: z.string(),
  status: z.enum(carStatuses),
})
export type ImportPreviewAd = z.output<typeof importPreviewAd>

/** `none`: this dealer has not requested the name. */
export const nameStates = ['none', 'open', 'accepted', 'merged', 'refused'] as const
/** A make and model that the reference data lacks, and the state of the dealer's request for it. */
export const importUnknownName = z.object({
  make: z.string(),
  model: z.string(),
  rows: z.int(),
  /** A cell with this name. */
  example: z.string(),
  state: z._default(z.enum(nameStates), 'none'),
  /** Make and model in the reference data, or the reason for a refusal. */
  answer: z._default(z.string(), ''),
})
export type ImportUnknownName = z.output<typeof importUnknownName>
