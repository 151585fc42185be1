import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { MarketName } from '#contract/values/region.ts'
import { openApp, sampleSettings } from '../../support/shell.tsx'

const main = () => within(screen.getByRole('main'))
const section = (name: string) => main().getByRole('region', { name }).textContent
const about = () => document.head.querySelector('meta[name=description]')?.getAttribute('content')

/** Opens a page of a site with this market; without a market no server answers. */
async function read(address: '/terms' | '/privacy', market?: MarketName) {
  openApp(address, {
    server: ({ path }) =>
      market !== undefined && path === 'common/get-site-settings'
        ? { body: { success: true, msg: 'Success', data: { ...sampleSettings, market } } }
        : undefined,
  })
  const name = address === '/terms' ? 'Terms' : 'Privacy'
  await main().findByRole('heading', { level: 1, name }, { timeout: 15_000 })
  // The site's own texts load after the page.
  const known = () => market === undefined || document.title.includes(sampleSettings.name)
  await vi.waitUntil(known, { timeout: 15_000 })
}

const mixed = {
  law: 'Governing lawThese terms are governed by South African law, wherever you use Motorkin. Disputes that we cannot settle between us go to the courts of South Africa, unless the law of your home gives you, as a consumer, the right to another court.',
  ours: 'What we answer forWe run Motorkin with care, but cannot promise that it is never interrupted, or that an ad is true. We answer for damage that we cause on purpose or by gross carelessness. Rights that a law gives you and no contract can take away, such as those of the Consumer Protection Act, stay yours.',
  about: (site: string) =>
    `The rules of buying and selling on ${site}: accounts, ads, messages, plans and payment. Governed by South African law.`,
  rights:
    'Your rightsSouth Africa’s Protection of Personal Information Act lets you ask what we hold about you, have it corrected or deleted, and object to how it is used; if you live in Nigeria, the Nigeria Data Protection Act gives you much the same. Most of it you can do in your profile. For the rest write to us, at the e-mail address that stands at the foot of each page. If our answer does not satisfy you, you may turn to the Information Regulator of South Africa, or to the Nigeria Data Protection Commission.',
}

describe('The law of the market', () => {
  test.each([undefined, 'mixed', 'za'] as const)(
    'With the market %s it is South African, word for word [R-STAT-15 R-NAV-51]',
    async (market) => {
      await read('/terms', market)
      expect(section('Governing law')).toBe(mixed.law)
      expect(section('What we answer for')).toBe(mixed.ours)
      await waitFor(() =>
        expect(about()).toBe(mixed.about(market === undefined ? 'Motorkin' : sampleSettings.name)),
      )
    },
  )

  test.each([undefined, 'mixed', 'za'] as const)(
    'In market %s the privacy page names South Africa’s act and regulator first [R-STAT-16]',
    async (market) => {
      await read('/privacy', market)
      expect(section('Your rights')).toBe(mixed.rights)
    },
  )

  test('In Nigeria the terms name Nigerian law, its courts and its consumer law [R-STAT-15]', async () => {
    await read('/terms', 'ng')
    await waitFor(() => expect(section('Governing law')).toContain('governed by Nigerian law, wherever'))
    expect(section('Governing law')).toContain('go to the courts of Nigeria, unless')
    expect(section('What we answer for')).toContain(
      'the Federal Competition and Consumer Protection Act, stay',
    )
    await waitFor(() =>
      expect(about()).toBe(mixed.about(sampleSettings.name).replace('South African law', 'Nigerian law')),
    )
    expect(screen.getByRole('main').textContent).not.toContain('South Africa')
  })

  test('In Nigeria the privacy page names the act and the commission of Nigeria first [R-STAT-16]', async () => {
    await read('/privacy', 'ng')
    await waitFor(() =>
      expect(section('Your rights')).toMatch(/^Your rightsThe Nigeria Data Protection Act 2023 lets you ask/),
    )
    expect(section('Your rights')).toContain(
      'if you live in South Africa, the Protection of Personal Information Act gives you much the same.',
    )
    expect(section('Your rights')).toContain(
      'you may turn to the Nigeria Data Protection Commission, or to the Information Regulator of South Africa.',
    )
  })
})
