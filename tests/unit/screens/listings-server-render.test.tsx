// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import type { CarPage } from '#contract/cars.ts'
import { ListingsScreen } from '../../../src/features/browse/index.ts'
import { sampleCard, sampleNow } from '../../support/sample-car.ts'
import { nothing, OnStage, stage } from '../../support/stage.tsx'

const page: CarPage = {
  success: true,
  msg: 'ok',
  data: [sampleCard(1), sampleCard(2, { price: 1_250_000 })],
  count_records: 1284,
  as_of: new Date(sampleNow).toISOString(),
}

function rendered(search: string, given?: CarPage): string {
  const { local } = stage(nothing)
  return renderToString(
    <OnStage local={local}>
      <Router ssrPath="/listings" ssrSearch={search}>
        <ListingsScreen {...(given ? { given } : {})} />
      </Router>
    </OnStage>,
  ).replaceAll('<!-- -->', '')
}

test('The server renders its cars into the first HTML without a browser or call [R-LIST-26]', () => {
  const html = rendered('', page)
  expect(html).toContain('1,284 cars')
  expect(html).toContain('2019 Honda CR-V number 1')
  expect(html).toContain('₦1,250,000')
  expect(html).toContain('href="/listing/car-1"')
  expect(html.match(/fetchPriority="high"/g)).toHaveLength(1)
})

test('The filters of a shared address are in the first HTML [R-LIST-18]', () => {
  const html = rendered('types=SUV&transmissiontypes=Automatic&maxprice=900000&page=2', page)
  expect(html).toContain('Remove SUV')
  expect(html).toContain('Remove Up to ₦900,000')
  expect(html).toContain('Filters · 3')
  expect(html).toContain('/listings?types=SUV&amp;transmissiontypes=Automatic&amp;maxprice=900000&amp;page=3')
})

test('Without given cars the first HTML is the skeleton, not an empty list [R-LIST-23]', () => {
  const html = rendered('')
  expect(html).toContain('Loading cars')
  expect(html).not.toContain('No Data found...')
})
