import { fieldError } from '../../kernel/call.ts'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { importLimits, importStart } from '#contract/selling/import.ts'
import { type FormPart, type FormParts, StreamedForm } from '../../kernel/http/form-parts.ts'
import { valid } from '../../kernel/mount.ts'
import { cut } from '../table/memoize.ts'

type Given = Readonly<Record<string, unknown>>
type Start = z.output<typeof importStart>

/** Parses "column=field,…"; a column's name may contain `=`. */
function mapOf(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  const named = pairs.map((pair) => /^(.*)=([^=]*)$/s.exec(pair) ?? [pair, pair, ''])
  return Object.fromEntries(named.map(([, column = '', field = '']) => [column.trim(), field.trim()]))
}

/** Parses "ZAR:85,USD:1500"; the schema refuses a rate that is no number. */
const ratesOf = (text: string) =>
  Object.fromEntries(
    text.split(',').map((pair) => {
      const [currency = '', rate = ''] = pair.split(':')
      return [currency.trim().toUpperCase(), Number(rate)]
    }),
  )

/** Parses the options for reading a table from a query string or a form. */
export function startOf(given: Given): Start {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : undefined)
  const [name, map, make, rates] = [text('name'), text('map'), text('make'), text('rates')]
  const isYes = (of: string) => ['1', 'true', 'yes'].includes(text(of) ?? '')
  const thousands = text('thousands')?.split(',')
  const fields = {
    name: name === undefined ? undefined : cut(name, 200),
    dry_run: isYes('dry_run'),
    options: {
      ...(map !== undefined && { columns: mapOf(map) }),
      ...(make !== undefined && { values: { make } }),
      ...(rates !== undefined && { rates: ratesOf(rates) }),
      ...(thousands !== undefined && { thousands }),
      ...(isYes('take_doubts') && { take_doubts: true }),
      unit: text('unit'),
      encoding: text('encoding'),
      status: text('status'),
    },
  }
  return valid(importStart, fields) as Start
}

/** Maximum bytes of a request: a form has other parts beside its file. */
export const mostSent = importLimits.file + 100_000

/** Returns the table of a form and its text fields. */
async function tableOfForm(parts: FormParts): Promise<{ bytes: Buffer; form: Given }> {
  const fields: [string, string][] = []
  let file: FormPart | undefined
  for await (const part of parts) {
    if (part.filename === undefined) fields.push([part.name, part.bytes.toString()])
    else if (part.name === 'file') file ??= part
  }
  if (!file) throw fieldError('file', 'Please choose a file')
  return { bytes: file.bytes, form: { name: file.filename, ...Object.fromEntries(fields) } }
}

/** Returns the table of a request and, for a form, its text fields. */
export async function tableOfRequest({
  body,
}: FastifyRequest): Promise<{ bytes: Readable | Buffer; form: Given }> {
  if (body instanceof StreamedForm) return body.read(tableOfForm, mostSent)
  if (body instanceof Readable) return { bytes: body, form: {} }
  throw new AppError('unsupported_media_type', {
    msg: 'Send the table as text/csv, application/gzip, as a workbook of its own type or a form.',
  })
}
