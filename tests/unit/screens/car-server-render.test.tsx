// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Route, Router } from 'wouter'
import type { CarReply } from '#contract/cars.ts'
import { CarDetailScreen } from '../../../src/app/screens/car-detail.tsx'
import { sampleReply } from '../../support/sample-car.ts'
import { nothing, OnStage, stage } from '../../support/stage.tsx'

function rendered(given?: CarReply): string {
  const { local } = stage(nothing)
  return renderToString(
    <OnStage local={local}>
      <Router ssrPath={`/listing/${given?.data.slug ?? 'some-car'}`}>
        <Route path="/listing/:slug">
          <CarDetailScreen {...(given ? { given } : {})} />
        </Route>
      </Router>
    </OnStage>,
  ).replaceAll('<!-- -->', '')
}

test('A car given by the server is in the first HTML, without a browser and without a call [R-CAR-06 R-STATE-14]', () => {
  const html = rendered(sampleReply())
  expect(html).toContain('2021 Toyota Fortuner 2.8 GD-6')
  expect(html).toContain('₦24,500,000.00')
  expect(html).toContain('fetchPriority="high"')
  expect(html).toContain('2019 Honda CR-V number 11')
})

test('Without given data the first HTML is the loading state [R-CAR-18]', () => {
  const html = rendered()
  expect(html).toContain('Loading this car')
  expect(html).not.toContain('404')
})
