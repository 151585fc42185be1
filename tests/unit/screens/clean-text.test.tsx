import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openProfile, ownCar, sampleProfile, world } from '../../support/profile.tsx'
import { openForm, type } from '../../support/sell-form.tsx'

/** Texts that were stored under earlier cleaning rules, opened in a form. */

const odd = {
  title: 'Toyota\u202e Fortuner',
  engine: '2.8\u200e GD-6',
  description: 'One owner.\r\nEvery\u001b service.',
  address: '1 Main\nRoad',
  carfeatures: ['Blue\u2066tooth', 'Sunroof'],
}
const clean = {
  title: 'Toyota Fortuner',
  engine: '2.8 GD-6',
  description: 'One owner.\nEvery service.',
  address: '1 Main Road',
  carfeatures: ['Bluetooth', 'Sunroof'],
}
const path = 'cars/update-car-details'
beforeEach(() => window.happyDOM?.setViewport({ width: 1280 }))

test('An ad with uncleaned old text sends only its changed fields, and cleans them [I9]', async () => {
  const car = ownCar(1)
  const images = [`/media/img_${'a'.repeat(32)}/1280.webp`]
  const on = openForm('/post/ad/car-1', {
    world: world({ cars: [{ ...car, fields: { ...car.fields, ...odd, images } }] }),
  })
  await screen.findByRole('button', { name: 'Update My Ad' })
  await userEvent.clear(screen.getByLabelText('Price'))
  await type('Price', '399000')
  await type('Engine', ' V6')
  await userEvent.click(screen.getByRole('button', { name: 'Update My Ad' }))
  await screen.findByText('My Ads')
  await waitFor(() => expect(on.asked.some((a) => a.path === path)).toBe(true))
  const [item] = on.asked.filter((a) => a.path === path)
  expect(item?.body).toEqual({
    car_id: 'car-1',
    base_version: car.version,
    price: 399_000,
    engine: `${clean.engine} V6`,
  })
})

test('An ad whose words of before are all that differs was not changed [I9]', async () => {
  const car = ownCar(1)
  const images = [`/media/img_${'a'.repeat(32)}/1280.webp`]
  openForm('/post/ad/car-1', {
    world: world({ cars: [{ ...car, fields: { ...car.fields, ...odd, images } }] }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Update My Ad' }))
  expect(await screen.findByText('Nothing was changed.')).toBeTruthy()
})

test('A profile with words of before is sent without those that nobody changed [I9]', async () => {
  const { fields } = sampleProfile()
  const profile = sampleProfile({ fields: { ...fields, fullname: 'Ngozi\u200e Eze' } })
  const on = openProfile('?tab=profile&view=edit', { world: world({ profile }) })
  await screen.findByLabelText('Full name')
  await waitFor(() => expect(on.local.views.get().entities.size).toBe(1))
  await userEvent.click(screen.getByRole('button', { name: /^Save (changes|on this phone)$/ }))
  expect(await screen.findByText('Nothing was changed.')).toBeTruthy()
  const number = screen.getByLabelText('Contact no.')
  await userEvent.clear(number)
  await userEvent.type(number, '803123457')
  await userEvent.click(screen.getByRole('button', { name: /^Save (changes|on this phone)$/ }))
  await waitFor(() => {
    const sent = on.asked.filter((a) => a.path === 'users/update-user-details').map((a) => a.body)
    expect(sent).toEqual([{ gsm: '803123457', base_version: 4 }])
  })
})
