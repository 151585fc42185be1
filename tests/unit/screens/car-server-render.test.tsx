// @vitest-environment node
import { prerenderToNodeStream } from 'react-dom/static'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { Route, Router } from 'wouter'
import type { CarReply } from '#contract/cars.ts'
import { CarDetailScreen } from '../../../src/app/screens/car-detail.tsx'
import { sampleReply } from '../../support/sample-car.ts'
import { nothing, OnStage, stage } from '../../support/stage.tsx'

/** Renders as the server does, and waits for all suspended parts. */
async function rendered(given?: CarReply): Promise<string> {
  const { local } = stage(nothing)
  const { prelude } = await prerenderToNodeStream(
    <OnStage local={local}>
      <Router ssrPath={`/listing/${given?.data.slug ?? 'some-car'}`}>
        <Route path="/listing/:slug">
          <CarDetailScreen {...(given ? { given } : {})} />
        </Route>
      </Router>
    </OnStage>,
  )
  return (await text(prelude)).replaceAll('<!-- -->', '')
}

test('The server renders the car into the first HTML without a browser or call [R-CAR-06 R-STATE-14]', async () => {
  const html = await rendered(sampleReply())
  expect(html).toContain('2021 Toyota Fortuner 2.8 GD-6')
  expect(html).toContain('₦24,500,000.00')
  expect(html).toContain('fetchPriority="high"')
  expect(html).toContain('2019 Honda CR-V number 11')
})

test('Without given data the first HTML is the loading state [R-CAR-18]', async () => {
  const html = await rendered()
  expect(html).toContain('Loading this car')
  expect(html).not.toContain('404')
})
