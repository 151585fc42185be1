import { render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OutboxEntry } from '#local/react'
import { EnquiryBox } from '../../../src/features/enquire/index.ts'
import { cell } from '../../../src/local/platform/cell.ts'
import { enquiry, entryOf } from '../../support/pretend.tsx'
import { nothing, OnStage, stage } from '../../support/stage.tsx'
import { sampleNow, sampleReply } from '../../support/sample-car.ts'

beforeEach(() => {
  window.happyDOM?.setViewport({ width: 390, height: 844 })
})

const { data: car } = sampleReply()
function showBox(outbox: OutboxEntry[], change: Partial<typeof car> = {}) {
  const { local } = stage(nothing, { now: () => sampleNow })
  const views = cell({ ...local.views.get(), outbox })
  render(
    <OnStage local={{ ...local, views }}>
      <EnquiryBox car={{ ...car, ...change }} open={false} onOpen={() => {}} onClose={() => {}} />
    </OnStage>,
  )
}

describe('Beside a car', () => {
  test.each<[Partial<OutboxEntry>, RegExp]>([
    [{ state: 'wait' }, /^Your message waits to be sent$/],
    [{ state: 'done', doneAt: sampleNow }, /^Your message: Sent \d\d:\d\d$/],
    [
      { state: 'rejected', error: { code: 'validation_failed', msg: 'No.' } },
      /^Your message: Needs your fix$/,
    ],
    [{ state: 'wait', cancelling: true }, /^Your message: Taking it back$/],
  ])('A message that is %o says so, and leads to the outbox', async (change, words) => {
    showBox([entryOf(change)])
    const note = await screen.findByText(words)
    const line = note.closest('p')
    if (!line) throw new Error('no line')
    expect(within(line).getByRole('link', { name: 'Outbox' }).getAttribute('href')).toBe('/outbox')
  })

  test('Of several messages the last one counts, and those about other cars do not', async () => {
    showBox([
      entryOf({ id: 'old', state: 'done', doneAt: sampleNow, createdAt: 1 }),
      entryOf({ id: 'new', createdAt: 2 }),
      entryOf({ id: 'other', createdAt: 3, state: 'quarantine', payload: { ...enquiry, carId: 'car-2' } }),
    ])
    expect(await screen.findByText('Your message waits to be sent')).toBeTruthy()
    expect(screen.queryByText(/could not send/)).toBeNull()
  })

  test('It is there as well when the car was sold meanwhile [S17]', async () => {
    const error = { code: 'gone', msg: 'This car is no longer listed.' } as const
    showBox([entryOf({ state: 'rejected', error })], { status: 'sold' })
    expect(await screen.findByText('Your message: Needs your fix')).toBeTruthy()
  })
})
