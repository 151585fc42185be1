import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openApp } from '../../support/shell.tsx'

const main = () => within(screen.getByRole('main'))
async function openFaqs(address = '/faqs') {
  openApp(address, { server: () => undefined })
  await main().findByRole('heading', { level: 1, name: 'FAQs' }, { timeout: 15_000 })
}
const entries = () => [...screen.getByRole('main').querySelectorAll('details')]
const questionOf = (entry: HTMLElement) => entry.querySelector('summary h2')?.textContent ?? ''
const opened = () =>
  entries()
    .filter((entry) => entry.open)
    .map(questionOf)
const entry = (name: RegExp): HTMLElement => {
  const found = entries().find((one) => name.test(questionOf(one)))
  if (!found) throw new Error(`nobody asks ${String(name)}`)
  return found
}
const press = (name: RegExp) => {
  const summary = entry(name).querySelector('summary')
  if (!summary) throw new Error('nothing to press')
  return userEvent.click(summary)
}

test('There are twelve answers, and they cover what people ask [R-STAT-23 R-STAT-26]', async () => {
  await openFaqs()
  const asked = entries().map(questionOf)
  expect(asked).toHaveLength(12)
  const topics = [
    /advertise.*private seller.*dealer/i,
    /contact/i,
    /app and the site/i,
    /registration free/i,
    /browsers/i,
    /two types of search/i,
    /keywords/i,
    /featured listing/i,
    /place an advert/i,
    /edit an advert/i,
    /rebook/i,
    /EFT or cash deposit/,
  ]
  expect(topics.map((topic) => asked.filter((question) => topic.test(question)).length)).toEqual(
    topics.map(() => 1),
  )
  for (const one of entries()) expect(one.textContent.length).toBeGreaterThan(120)
})

test('One entry is open at a time, and a second tap closes it [R-STAT-22]', async () => {
  await openFaqs()
  expect(opened()).toEqual([])
  await press(/registration free/)
  expect(opened()).toEqual(['Is registration free?'])
  await press(/browsers/)
  expect(opened()).toEqual(['Which browsers can I use?'])
  await press(/browsers/)
  expect(opened()).toEqual([])
})

test('An entry that find-in-page opens closes the one before it [R-STAT-22]', async () => {
  await openFaqs()
  await press(/registration free/)
  const found = entry(/keywords/)
  found.setAttribute('open', '')
  await waitFor(() => expect(opened()).toEqual(['How do keywords work?']))
})

test('A hash in the address opens its question, and a later hash another [R-STAT-22]', async () => {
  await openFaqs('/faqs#pay')
  await waitFor(() => expect(opened()).toEqual(['How do I pay by EFT or cash deposit?']))
  await press(/rebook/)
  expect(opened()).toEqual(['How do I rebook an advert?'])
  window.location.hash = '#keywords'
  await waitFor(() => expect(opened()).toEqual(['How do keywords work?']))
})

test('A dealer learns to subscribe, pay and send payment proof with a dealership id [R-STAT-24]', async () => {
  await openFaqs()
  const answer = entry(/dealer/).textContent
  expect(answer).toMatch(/subscribe.*pay.*proof of payment plus your dealership id/i)
})

test('Whoever pays by EFT or cash deposit learns how [R-STAT-25]', async () => {
  await openFaqs()
  const answer = entry(/How do I pay/).textContent
  expect(answer).toContain('EFT or cash deposit')
  expect(answer).toMatch(/proof of payment/)
})
