import { act, render, screen, within } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listingDefaults } from '#catalogue'
import type { CarPage } from '#contract/cars.ts'
import type { Env } from '#local'
import type { ReadResult } from '#local/react'
import { endCachedAge } from '../../../src/app/first-view/end-cached-age.ts'
import { cacheDocuments } from '../../../src/app/update/watch-worker.ts'
import { Results, WithNotice } from '../../../src/features/browse/results/results-area.tsx'
import { CarHeading } from '../../../src/features/car/about/car-heading.tsx'
import { sampleCard, sampleNow, sampleReply } from '../../support/sample-car.ts'
import { nothing, OnStage, stage } from '../../support/stage.tsx'
import { turns } from '../../support/turns.ts'

afterEach(() => document.body.replaceChildren())

const hour = 3_600_000
const threeHours = sampleNow - 3 * hour
const held: Env['localStorage'] = {
  getItem: (key) => (key === 'motorkin-has-data' ? '1' : null),
  setItem: () => {},
  removeItem: () => {},
}
const phone = (known = true) =>
  stage(nothing, { now: () => sampleNow, ...(known ? { localStorage: held } : {}) }).local
/** Returns a list from the first HTML. */
const given = (change: Partial<ReadResult<CarPage>> = {}): ReadResult<CarPage> => ({
  data: {
    success: true,
    msg: 'ok',
    data: [sampleCard(1), sampleCard(2)],
    count_records: 2,
    as_of: new Date(threeHours).toISOString(),
  },
  source: 'given',
  asOf: threeHours,
  times: undefined,
  scope: undefined,
  status: 'ready',
  error: undefined,
  refreshing: true,
  refresh: () => {},
  ...change,
})
const List = ({ local, reading }: { local: ReturnType<typeof phone>; reading: ReadResult<CarPage> }) => (
  <OnStage local={local}>
    <WithNotice reading={reading}>
      <Results reading={reading} state={listingDefaults} applied={[]} onChange={() => {}} />
    </WithNotice>
  </OnStage>
)
const line = () => document.getElementById('kept-age')
function page(html: string): HTMLElement {
  document.body.innerHTML = `<div id="app">${html}</div><p id="kept-age">as of 12 Mar, 09:00</p>`
  return document.getElementById('app') as HTMLElement
}

describe('Cars that the first HTML brought', () => {
  test('tell their age once they are old, each beside its price [R-PWA-35]', () => {
    render(<List local={phone()} reading={given()} />)
    for (const card of screen.getAllByRole('article')) expect(within(card).getByText('3 h ago')).toBeTruthy()
    expect(document.querySelector('[data-age]')).toBeNull()
  })

  test('are marked as loaded before once nothing newer can come [R-PWA-35]', () => {
    const local = stage(nothing, { now: () => sampleNow, localStorage: held, saysOnline: () => false }).local
    render(<List local={local} reading={given()} />)
    expect(screen.getByText('You are offline')).toBeTruthy()
    expect(screen.getByText('Showing what was loaded before – as of 3 h ago')).toBeTruthy()
  })

  test('show no age on a phone that has never had the server’s time', () => {
    render(<List local={phone(false)} reading={given()} />)
    expect(document.querySelector('article time')).toBeNull()
    expect(document.querySelector('[data-age="untold"]')).toBeTruthy()
  })

  test.each(['given', 'phone'])('A %s car tells its age beside its price', (source) => {
    render(
      <OnStage local={phone()}>
        <CarHeading car={sampleReply().data} asOf={threeHours} source={source} />
      </OnStage>,
    )
    const price = screen.getByText('₦24,500,000.00')
    expect(price.parentElement?.textContent).toContain('3 h ago')
    expect(document.querySelector('[data-age]')).toBeNull()
  })
})

describe('The age that the worker wrote', () => {
  test('stays until the app shows the age itself, in the same frame [R-PWA-33]', async () => {
    const reading = given()
    const app = page(renderToString(<List local={phone(false)} reading={reading} />))
    endCachedAge(app)
    await turns(3)
    expect([line() !== null, app.querySelector('article time')]).toEqual([true, null])
    const broken = vi.fn<(error: unknown) => void>()
    // Records the page at every change: it never shows cars without an age.
    const seen: boolean[] = []
    const changes = new MutationObserver(() => {
      seen.push(line() !== null || app.querySelector('article time') !== null)
    })
    changes.observe(document.body, { subtree: true, childList: true })
    const root = await act(() =>
      hydrateRoot(app, <List local={phone()} reading={reading} />, { onRecoverableError: broken }),
    )
    await turns(3)
    changes.disconnect()
    expect(line()).toBeNull()
    expect(app.querySelectorAll('article time')).toHaveLength(2)
    expect([broken.mock.calls, seen.includes(false)]).toEqual([[], false])
    act(() => root.unmount())
  })

  test('goes when the server has answered', async () => {
    const app = page('<div data-age="untold"><article>a Toyota</article></div>')
    endCachedAge(app)
    await turns(3)
    expect(line()).toBeTruthy()
    app.querySelector('[data-age]')?.removeAttribute('data-age')
    await turns(1)
    expect(line()).toBeNull()
  })

  test('goes when another screen is shown', async () => {
    const app = page('<div data-age="untold"><article>a Toyota</article></div>')
    endCachedAge(app)
    app.innerHTML = '<main>Saved cars</main>'
    await turns(1)
    expect(line()).toBeNull()
  })
})

describe('Documents of this page', () => {
  const workers = (controller?: { postMessage: (message: unknown) => void }) =>
    Object.assign(new EventTarget(), { controller }) as unknown as ServiceWorkerContainer
  const wanted = (...paths: string[]) => paths.map((path) => [{ type: 'KEEP_DOCUMENT', path }])

  test('The controlling worker caches the page’s address and the app’s start address', () => {
    const postMessage = vi.fn<(message: unknown) => void>()
    history.replaceState(null, '', '/listing/vw-polo?a=1#enquiry')
    cacheDocuments(workers({ postMessage }))()
    expect(postMessage.mock.calls).toEqual(wanted('/listing/vw-polo?a=1', '/listings'))
    postMessage.mockClear()
    history.replaceState(null, '', '/listings')
    cacheDocuments(workers({ postMessage }))()
    expect(postMessage.mock.calls).toEqual(wanted('/listings'))
  })

  test('The page asks a late worker to cache as soon as it takes control', () => {
    const postMessage = vi.fn<(message: unknown) => void>()
    const late = workers()
    history.replaceState(null, '', '/listings')
    const end = cacheDocuments(late)
    Object.assign(late, { controller: { postMessage } })
    late.dispatchEvent(new Event('controllerchange'))
    expect(postMessage.mock.calls).toEqual(wanted('/listings'))
    end()
    late.dispatchEvent(new Event('controllerchange'))
    expect(postMessage).toHaveBeenCalledOnce()
  })
})
