import { render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { SavedScreen } from '../../../src/features/saved/index.ts'
import { sampleCard, sampleNow, sampleReply } from '../../support/sample-car.ts'
import { sampleToken } from '../../support/sample-people.ts'
import { nothing, OnStage, stage, type Server } from '../../support/stage.tsx'

const server: Server = ({ path }) => {
  const as_of = new Date(sampleNow).toISOString()
  if (path === 'cars/get-car-list') {
    return {
      body: { success: true, msg: 'Success', data: [sampleCard(1), sampleCard(2)], count_records: 2, as_of },
    }
  }
  return path.startsWith('cars/get-single-car/') ? { body: sampleReply() } : undefined
}
function phone(first: Server, signedIn: boolean) {
  const spare = stage(nothing)
  if (signedIn) spare.local.env.localStorage?.setItem('authentication-token', sampleToken())
  return stage(first, { now: () => sampleNow, localStorage: spare.local.env.localStorage })
}
const show = (on: ReturnType<typeof phone>) =>
  render(
    <OnStage local={on.local}>
      <SavedScreen />
    </OnStage>,
  )

describe('Saved', () => {
  test('A new phone says what will be here, in words, and how to begin [R-PWA-33]', async () => {
    show(phone(nothing, false))
    expect(await screen.findByText('No favourites yet')).toBeTruthy()
    expect(screen.getByText('No cars looked at yet')).toBeTruthy()
    expect(screen.getByText(/^Cars you save or look at stay on this phone/)).toBeTruthy()
    expect(screen.queryByText(/These cars are on this phone/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login?next=/saved')
  })

  test('Without signal the favourites and the cars looked at are there, with their pictures [R-PWA-33]', async () => {
    const on = phone(server, true)
    const engine = await on.local.load()
    const reply = sampleReply()
    await engine.keep.car(reply)
    await engine.viewed(reply.data._id)
    expect((await engine.put('fav.set', { carId: reply.recent_list[0]?._id ?? '', want: 'yes' })).ok).toBe(
      true,
    )
    on.serve(nothing)
    show(on)
    const favourites = within(await screen.findByRole('region', { name: /^Favourites/ }))
    const viewed = within(screen.getByRole('region', { name: /^Recently viewed/ }))
    await waitFor(() => expect(favourites.getAllByRole('article')).toHaveLength(1))
    expect(favourites.getByRole('heading', { level: 3 }).textContent).toBe('2019 Honda CR-V number 11')
    expect(viewed.getByRole('heading', { level: 3 }).textContent).toBe('2021 Toyota Fortuner 2.8 GD-6')
    expect(viewed.getAllByRole('article')[0]?.querySelector('img')?.getAttribute('src')).toBe(
      '/media/sample-1/1280.webp',
    )
  })
})
