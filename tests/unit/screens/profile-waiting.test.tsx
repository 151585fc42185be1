import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AdDraft, OutboxEntry } from '#local/react'
import { DraftCard } from '../../../src/features/profile/ads/draft-list.tsx'
import { OwnAdTop } from '../../../src/features/profile/ads/own-ad-card.tsx'
import { cell } from '../../../src/local/platform/cell.ts'
import type { OwnAd } from '../../../src/features/profile/ads/use-own-ads.ts'
import { photoFile } from '../../support/fake-photos.ts'
import { openProfile, ownCar } from '../../support/profile.tsx'
import { nothing, OnStage, refused, stage } from '../../support/stage.tsx'

afterEach(() => vi.restoreAllMocks())

describe('One’s own ad of which something waits', () => {
  const adWith = (entry: Partial<OutboxEntry>): OwnAd => {
    const waits = { id: 'item-1', kind: 'ad.create', state: 'queued', ...entry } as OutboxEntry
    return {
      id: 'car-1',
      car: undefined,
      fields: ownCar(1).fields,
      version: 0,
      waiting: [waits],
      undecided: undefined,
      deleted: false,
      birth: { entry: waits, cover: undefined },
    }
  }
  const show = (entry: Partial<OutboxEntry>, on = stage(nothing)) => {
    render(
      <OnStage local={on.local}>
        <OwnAdTop ad={adWith(entry)} />
      </OnStage>,
    )
    return on
  }

  test.each([
    ['auth', 'Sign in to send'],
    ['confirm-old', 'Still send it?'],
  ] as const)('says what it waits for: %s [R-STATE-26]', (hold, words) => {
    show({ state: 'held', hold })
    expect(screen.getByText(words)).toBeTruthy()
  })

  test('counts the photos under way, and none without signal [R-STATE-26]', async () => {
    const on = stage(() => refused(401, 'unauthenticated', 'No'))
    const selling = await (await on.local.load()).adDrafts()
    const progress = { pictures: 5, arrived: 1, sent: 40, bytes: 100 }
    vi.spyOn(selling, 'progress').mockResolvedValue(progress)
    show({ state: 'sending' }, on)
    expect(await screen.findByText('Sending 2 of 5 photos (40 %)')).toBeTruthy()
    on.serve(nothing)
    on.local.kick('manual')
    expect(await screen.findByText('Will be sent')).toBeTruthy()
  })
})

test('Changes of an ad that are on this phone only are not called lost', () => {
  const draft = {
    id: 'edit-car-1',
    ad_id: 'car-1',
    fields: { title: { v: 'BMW X5', at: 1 } },
    pictures: [],
  } as unknown as AdDraft
  render(
    <OnStage local={stage(nothing).local}>
      <DraftCard draft={draft} onDiscard={() => undefined} />
    </OnStage>,
  )
  expect(screen.getByText('Changes not sent yet')).toBeTruthy()
})

test('Changes of an ad that was deleted lead to no form [R-PROF-09 I12]', () => {
  const draft = {
    id: 'edit-car-1',
    ad_id: 'car-1',
    fields: { title: { v: 'BMW X5', at: 1 } },
    pictures: [],
  } as unknown as AdDraft
  const { local } = stage(nothing)
  const gone = { fields: {}, version: 1, deleted: true, waiting: [], undecided: undefined }
  const views = cell({ ...local.views.get(), entities: new Map([['car:car-1', gone]]) })
  render(
    <OnStage local={{ ...local, views }}>
      <DraftCard draft={draft} onDiscard={() => undefined} />
    </OnStage>,
  )
  expect(screen.getByText('Changes of an ad that was deleted')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByRole('button', { name: 'Delete draft BMW X5' })).toBeTruthy()
})

test('A file that cannot be read is called damaged, and another can be chosen [R-STATE-34]', async () => {
  openProfile('?tab=profile&view=edit')
  const [field] = await screen.findAllByLabelText(/^Choose a file/)
  const file = photoFile('moved.jpg')
  Object.defineProperty(file, 'slice', {
    value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('Gone', 'NotFoundError')) }),
  })
  if (field) await userEvent.upload(field, file)
  expect(await screen.findByText('This picture is damaged. Please choose another one.')).toBeTruthy()
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
})
