import { render } from '@testing-library/react'
import { useState } from 'react'
import type { DescribeFields } from '#contract/selling/describe-fields.ts'
import { DescribeButton, type ReplacedText } from '../../src/features/sell/describe-button.tsx'
import { samplePerson, sampleSettings, tokenOf } from './shell.tsx'
import { OnStage, stage } from './stage.tsx'

/** Renders the describe button over a form with a description only; the test controls the server's stream. */

export const described: DescribeFields = {
  title: 'BMW X5, one careful owner',
  make: 'BMW',
  model: 'X5',
  year: '2019',
  status: 'active',
  fueltype: 'Diesel',
  engine: '3.0L',
  exteriorcolor: 'White',
  interiorcolor: 'Black',
  mileage: '68 123 Km',
  transmission: 'Manual',
  condition: 'Used',
  drive: 'AWD',
  price: '450000',
}

/** Response that is still streaming. */
export interface OnItsWay {
  body: unknown
  aborted: () => boolean
  event: (name: string, data: object) => void
  /** Breaks the connection. */
  drop: () => void
}

interface Options {
  fields?: DescribeFields
  description?: string
  /** Whether nobody is signed in. */
  guest?: boolean
  offline?: boolean
  /** Response instead of a stream. */
  answer?: () => Response | undefined
}

function Form({
  fields,
  first,
  heard,
}: {
  fields: DescribeFields
  first: string
  heard: (text: string) => void
}) {
  const [text, setText] = useState(first)
  const [replaced, setReplaced] = useState<ReplacedText>()
  return (
    <>
      <DescribeButton
        fields={fields}
        description={text}
        replaced={replaced}
        onReplace={setReplaced}
        onUse={(next) => {
          heard(next)
          setText(next)
        }}
      />
      <textarea aria-label="Description" value={text} onChange={(event) => setText(event.target.value)} />
    </>
  )
}

export function openDescribe(o: Options = {}) {
  const calls: OnItsWay[] = []
  const used: string[] = []
  const held = new Map<string, string>()
  if (!o.guest) held.set('authentication-token', tokenOf(samplePerson))
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
  const own = { 'x-api': '1' }
  const streaming = (init: RequestInit): Response => {
    let to: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (to = controller) })
    const write = (text: string) => to?.enqueue(new TextEncoder().encode(text))
    calls.push({
      body: JSON.parse(typeof init.body === 'string' ? init.body : '{}'),
      aborted: () => init.signal?.aborted ?? false,
      event: (name, data) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
      drop: () => to?.error(new TypeError('network error')),
    })
    return new Response(body, { headers: { ...own, 'content-type': 'text/event-stream; charset=utf-8' } })
  }
  const { local } = stage(() => undefined, {
    localStorage: storage,
    saysOnline: () => !o.offline,
    fetch: async (url, init) => {
      if (url.endsWith('get-site-settings')) {
        const data = { success: true, msg: 'Success', data: sampleSettings }
        return new Response(JSON.stringify(data), { headers: { ...own, 'content-type': 'application/json' } })
      }
      if (!url.endsWith('cars/generate-description')) throw new TypeError('Failed to fetch')
      const answer = o.answer ? o.answer() : streaming(init)
      if (!answer) throw new TypeError('Failed to fetch')
      return answer
    },
  })
  const shown = render(
    <OnStage local={local}>
      <Form
        fields={o.fields ?? described}
        first={o.description ?? ''}
        heard={(text) => void used.push(text)}
      />
    </OnStage>,
  )
  return { ...shown, calls, used }
}
