import { z } from 'zod/mini'
import { numeric } from '../ads.ts'
import { carStatuses } from '../limits.ts'
import { cleanLine, line, route } from '../parts.ts'
import { describeWarning } from './describe-fields.ts'

/** Calls that generate the description of an ad from its fields. */

const needed = (name: Parameters<typeof describeWarning>[0][number], max = 80) =>
  line(describeWarning([name]), max)

const noPrice = describeWarning(['price'])
/** R-EXT-09; `make` and `year` are optional and improve the text. */
export const describeBody = z.object({
  title: needed('title', 200),
  model: needed('model'),
  status: z.enum(carStatuses, { error: describeWarning(['status']) }),
  fueltype: needed('fueltype'),
  engine: needed('engine'),
  exteriorcolor: needed('exteriorcolor'),
  interiorcolor: needed('interiorcolor'),
  mileage: needed('mileage'),
  transmission: needed('transmission'),
  condition: needed('condition'),
  drive: needed('drive'),
  price: z.pipe(
    numeric(noPrice),
    z.number({ error: noPrice }).check(z.minimum(0, noPrice), z.maximum(999_999_999_999, noPrice)),
  ),
  make: z.optional(needed('make')),
  year: z.optional(z.union([z.number(), z.string().check(z.overwrite(cleanLine), z.maxLength(10))])),
})
export type DescribeBody = z.output<typeof describeBody>

/** Source of the text: an AI text service, or the template that every phone has, too. */
const describeSource = z.enum(['ai', 'template'])
export type DescribeSource = z.output<typeof describeSource>

/**
 * Events of a streamed text (`Accept: text/event-stream`), with JSON as their data: first the source, then pieces of plain
 * text, then the end or an error. A client that accepts JSON gets the same text in one response.
 */
export const describeEvents = {
  start: z.object({ source: describeSource }),
  text: z.object({ text: z.string() }),
  done: z.object({}),
  error: z.object({ code: z.string(), msg: z.string() }),
} as const

export const describeRoutes = {
  generateDescription: route('POST cars/generate-description', 'R-API-48', {
    body: describeBody,
    data: z.object({ text: z.string(), source: describeSource }),
  }),
}
