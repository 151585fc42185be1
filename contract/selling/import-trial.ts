import { z } from 'zod/mini'
import { carStatuses } from '../limits.ts'

/** What a trial of a table shows beside its problems: its first ads, and names that it cannot read. */

/** A row as the ad it would be. */
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

/** `none`: this dealer has not asked for it. */
export const nameStates = ['none', 'open', 'accepted', 'merged', 'refused'] as const
/** A make with a model that the market does not have, and what became of it when it was asked for. */
export const importUnknownName = z.object({
  make: z.string(),
  model: z.string(),
  rows: z.int(),
  /** A cell that has it. */
  example: z.string(),
  state: z._default(z.enum(nameStates), 'none'),
  /** What it is called here, or why it was refused. */
  answer: z._default(z.string(), ''),
})
export type ImportUnknownName = z.output<typeof importUnknownName>
