import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { Route, Switch } from 'wouter'
import { EditAdScreen, SellScreen } from '../../src/features/sell/index.ts'
import { photoFile } from './fake-photos.ts'
import { serverOf, world, type World } from './profile.tsx'
import { sampleToken } from './sample-people.ts'
import { nothing, OnStage, type Server, stage, type Stage } from './stage.tsx'

/** Renders the form of an ad, and helpers to fill it in. */

const brands = [
  {
    _id: 'b1',
    maketitle: 'Toyota',
    count_models: 2,
    models: [
      { _id: 'm1', modeltitle: 'Fortuner' },
      { _id: 'm2', modeltitle: 'Yaris' },
    ],
  },
  { _id: 'b2', maketitle: 'BMW', count_models: 1, models: [{ _id: 'm3', modeltitle: 'X5' }] },
]
export const serving = (w: World): Server => {
  const usual = serverOf(w)
  return (asked) =>
    asked.path === 'common/get-all-makes' ? { body: { success: true, msg: '', data: brands } } : usual(asked)
}

/** Opens the form at a path, signed in or as a guest. */
export function openForm(address: string, o: { signedIn?: boolean; world?: World; on?: Stage } = {}) {
  window.history.replaceState(null, '', address)
  const w = o.world ?? world()
  const on = o.on ?? stage(serving(w))
  if (o.signedIn !== false && !o.on) {
    const first = stage(nothing)
    first.local.env.localStorage?.setItem('authentication-token', sampleToken())
    return openForm(address, {
      ...o,
      world: w,
      on: stage(serving(w), { localStorage: first.local.env.localStorage }),
    })
  }
  const view = render(
    <OnStage local={on.local}>
      <Switch>
        <Route path="/post/ad">
          <SellScreen />
        </Route>
        <Route path="/post/ad/:id">
          <EditAdScreen />
        </Route>
        <Route path="/login">The sign-in page</Route>
        <Route path="/profile">My Ads</Route>
        <Route path="/listings">Listings</Route>
      </Switch>
    </OnStage>,
  )
  return { ...on, ...view, world: w }
}
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
export const next = () => userEvent.click(screen.getByRole('button', { name: /^Next: / }))
export const tiles = () =>
  screen.queryAllByRole('button', { name: /^Picture \d+ of/ }).map((b) => b.getAttribute('aria-label'))
export const pick = (...files: File[]) =>
  userEvent.upload(screen.getByLabelText('Choose pictures'), files, { applyAccept: false })
export async function withPhotos(n: number) {
  await pick(...Array.from({ length: n }, (_, at) => photoFile(`photo ${at}`)))
  await waitFor(() => expect(tiles()).toHaveLength(n))
}
export const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
