import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect, type ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { checkPicture } from '../../../src/features/profile/editing/picture-field.tsx'
import { useEditForm } from '../../../src/features/profile/editing/use-edit-form.ts'
import type { Me } from '../../../src/features/profile/use-me.ts'
import { openProfile, sampleProfile, serverOf, show, world, type World } from '../../support/profile.tsx'
import { sampleToken } from '../../support/sample-people.ts'
import { nothing, OnStage, refused, stage } from '../../support/stage.tsx'

const path = 'users/update-user-details'
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const save = async () =>
  userEvent.click(screen.getByRole('button', { name: /^Save (changes|on this phone)$/ }))
async function retype(name: string, words: string) {
  const input = await field(name)
  await userEvent.clear(input)
  if (words !== '') await userEvent.type(input, words)
}
async function openForm(view: 'edit' | 'company', w?: World) {
  const on = openProfile(`?tab=profile&view=${view}`, w ? { world: w } : {})
  await field(view === 'edit' ? 'Full name' : 'Business name')
  await waitFor(() => expect(on.local.views.get().entities.size).toBe(1))
  return { ...on, sent: () => on.asked.filter((a) => a.path === path).map((a) => a.body) }
}
const drafts = async (on: Awaited<ReturnType<typeof openForm>>) =>
  (await on.local.load()).drafts.read('profile')

describe('Edit Profile', () => {
  test('starts from the account, with the prefix of the market [R-PROF-06]', async () => {
    await openForm('edit')
    expect((await field('Full name')).value).toBe('Ngozi Eze')
    expect((await field('Contact no.')).value).toBe('803123456')
    expect(screen.getByText('+234')).toBeTruthy()
    await waitFor(async () => expect((await field('City')).value).toBe('Lekki'))
    expect((await field('Province')).value).toBe('Lagos')
  })

  test('sends only the changed fields with the seen version and shows the server’s message [R-PROF-19 R-API-33 I9]', async () => {
    const on = await openForm('edit')
    await retype('Full name', 'Ngozi Okafor')
    await save()
    expect(await screen.findByText('Your profile has been updated')).toBeTruthy()
    expect(on.sent()).toEqual([{ fullname: 'Ngozi Okafor', base_version: 4 }])
    expect(on.asked.find((a) => a.path === path)?.headers['x-payload']).toBe('profile.edit@2')
    expect((await field('Full name')).value).toBe('Ngozi Okafor')
    expect(await screen.findByRole('heading', { level: 1, name: 'Ngozi Okafor' })).toBeTruthy()
  })

  test('with nothing changed sends nothing', async () => {
    const on = await openForm('edit')
    await save()
    expect(await screen.findByText('Nothing was changed.')).toBeTruthy()
    expect(on.sent()).toEqual([])
  })

  test.each([
    ['Full name', '', 'Please enter full name'],
    ['Contact no.', '', 'Contact no. is required'],
    ['Contact no.', '-80312345', 'Must be positive numbers'],
    ['Contact no.', '80312345', 'Must be exactly 9 digits'],
    ['Contact no.', '0803123456', 'Must be exactly 9 digits'],
  ])('refuses %s “%s” [R-VAL-28 R-VAL-26 R-VAL-64]', async (name, words, message) => {
    const on = await openForm('edit')
    await retype(name, words)
    await save()
    expect(await screen.findByText(message)).toBeTruthy()
    expect(on.sent()).toEqual([])
  })

  test('takes another name beside a number of another length that the server has already [R-VAL-28 R-VAL-64]', async () => {
    const { fields } = sampleProfile()
    const on = await openForm(
      'edit',
      world({ profile: sampleProfile({ fields: { ...fields, gsm: '7000000100' } }) }),
    )
    await retype('Full name', 'Ngozi Okafor')
    await save()
    await waitFor(() => expect(on.sent()).toEqual([{ fullname: 'Ngozi Okafor', base_version: 4 }]))
  })

  test('asks for a city of the province that is chosen [R-VAL-28]', async () => {
    const on = await openForm('edit')
    await waitFor(async () => expect((await field('Province')).textContent).toContain('Abuja'))
    await userEvent.selectOptions(await field('Province'), 'Abuja')
    expect((await field('City')).value).toBe('')
    await save()
    expect(await screen.findByText('Please select city')).toBeTruthy()
    await userEvent.selectOptions(await field('Province'), '')
    await save()
    expect(await screen.findByText('Please select province')).toBeTruthy()
    await userEvent.selectOptions(await field('Province'), 'Abuja')
    await waitFor(async () => expect((await field('City')).textContent).toContain('Wuse'))
    await userEvent.selectOptions(await field('City'), 'Wuse')
    await save()
    await waitFor(() => expect(on.sent()).toEqual([{ province: 'Abuja', city: 'Wuse', base_version: 4 }]))
  })

  test('keeps the chosen place while the list is missing and loads it on request [R-PROF-06 R-PWA-35]', async () => {
    let away = true
    await openForm(
      'edit',
      world({ instead: (a) => (a.path === 'city_state/get-all-states' && away ? undefined : 'usual') }),
    )
    expect(
      await screen.findByText(/The list of places is not on this phone yet/, {}, { timeout: 15_000 }),
    ).toBeTruthy()
    expect((await field('Province')).value).toBe('Lagos')
    expect((await field('City')).value).toBe('Lekki')
    away = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect((await field('City')).textContent).toContain('Ikeja'))
    expect((await field('City')).value).toBe('Lekki')
  })

  test('is saved offline, says only that, and is sent once when online [R-PROF-19 R-PWA-27 I12]', async () => {
    const on = await openForm('edit')
    on.serve(nothing)
    await retype('Full name', 'Ngozi Okafor')
    await save()
    expect((await screen.findAllByText('Saved on this phone, will be sent')).length).toBeGreaterThan(0)
    expect(screen.queryByText('Your profile has been updated')).toBeNull()
    expect((await field('Full name')).value).toBe('Ngozi Okafor')
    const before = on.sent().length
    on.serve(serverOf(on.world))
    on.local.kick('manual')
    expect(await screen.findByText('Your profile has been updated')).toBeTruthy()
    expect(on.sent()).toHaveLength(before + 1)
    // A slow machine may still show an earlier notice, which disappears by itself.
    const ignore = '[aria-live] *'
    await waitFor(() =>
      expect(screen.queryByText('Saved on this phone, will be sent', { ignore })).toBeNull(),
    )
  })

  test('a refusal shows titled Error and in the form, and new words replace it [R-ERR-06 I5]', async () => {
    let angry = true
    const no = refused(422, 'validation_failed', 'Please check the marked fields.', {
      fullname: 'This name is not allowed',
    })
    const on = await openForm('edit', world({ instead: (a) => (a.path === path && angry ? no : 'usual') }))
    await retype('Full name', 'Rude Word')
    await save()
    const [alert] = await screen.findAllByRole('alert')
    expect(alert?.textContent).toContain('Error: Please check the marked fields.')
    expect(await screen.findByText('This name is not allowed')).toBeTruthy()
    expect((await field('Full name')).value).toBe('Rude Word')
    angry = false
    await retype('Full name', 'Kind Word')
    await save()
    expect(await screen.findByText('Your profile has been updated')).toBeTruthy()
    expect(on.sent()).toEqual([
      { fullname: 'Rude Word', base_version: 4 },
      { fullname: 'Kind Word', base_version: 4 },
    ])
    await waitFor(() => expect(on.local.views.get().outbox.every((e) => e.state === 'done')).toBe(true))
  })

  test('what is typed during a save stays, on a phone that keeps nothing', async () => {
    let arrive: () => void = () => {}
    const arrived = new Promise<void>((done) => (arrive = done))
    const usual = serverOf(world())
    const memory = stage(nothing).local.env.localStorage
    memory?.setItem('authentication-token', sampleToken())
    const on = stage(
      async (asked) => {
        if (asked.path === path) await arrived
        return usual(asked)
      },
      { localStorage: memory, indexedDB: undefined, keyRange: undefined },
    )
    window.history.replaceState(null, '', '/profile?tab=profile&view=edit')
    show(on)
    await retype('Full name', 'Ngozi Okafor')
    await save()
    await waitFor(() => expect(on.asked.some((a) => a.path === path)).toBe(true))
    await retype('Full name', 'Ngozi Okafor-Eze')
    arrive()
    expect(await screen.findByText('Saved.')).toBeTruthy()
    expect((await field('Full name')).value).toBe('Ngozi Okafor-Eze')
  })

  test('typed words and what they were typed over survive the end of the page [I11 I9]', async () => {
    const on = await openForm('edit')
    await retype('Full name', 'Half typed')
    await waitFor(async () => expect(String((await drafts(on))?.['typed'])).toContain('Half typed'))
    on.unmount()
    // Another device changes the town meanwhile.
    on.world.profile = sampleProfile({ version: 5, fields: { ...on.world.profile.fields, city: 'Ikeja' } })
    show(on)
    await waitFor(async () => expect((await field('Full name')).value).toBe('Half typed'))
    await save()
    await waitFor(() => expect(on.sent()).toEqual([{ fullname: 'Half typed', base_version: 4 }]))
  })

  test('somebody who has not typed sees what another device changed', async () => {
    const on = await openForm('edit')
    on.world.profile = sampleProfile({
      version: 5,
      fields: { ...on.world.profile.fields, fullname: 'Ngozi Bello' },
    })
    on.unmount()
    show(on)
    await waitFor(async () => expect((await field('Full name')).value).toBe('Ngozi Bello'))
  })
})

describe('Edit Company Info', () => {
  test('asks for a name and an address [R-PROF-07 R-VAL-29 R-VAL-30]', async () => {
    const on = await openForm('company')
    await retype('Business name', '')
    await retype('Business address', '')
    await save()
    expect(await screen.findByText('Please enter business name')).toBeTruthy()
    expect(screen.getByText('Please enter business address')).toBeTruthy()
    expect(on.sent()).toEqual([])
  })

  test('keeps opening hours: closed days, and one day’s hours for every weekday', async () => {
    const on = await openForm('company')
    await userEvent.click(screen.getByRole('button', { name: 'Add opening hours' }))
    const from = await field('Monday from')
    await userEvent.clear(from)
    await userEvent.type(from, '09:30')
    await userEvent.click(screen.getByRole('button', { name: 'Same every weekday' }))
    expect((await field('Friday from')).value).toBe('09:30')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Open on Friday' }))
    expect(screen.queryByLabelText('Friday from')).toBeNull()
    await save()
    const day = { open: '09:30', close: '17:00' }
    await waitFor(() =>
      expect(on.sent()).toEqual([{ opening_hours: [day, day, day, day, null, null, null], base_version: 4 }]),
    )
  })

  test('refuses a day that closes before it opens, where it stands', async () => {
    const on = await openForm('company')
    await userEvent.click(screen.getByRole('button', { name: 'Add opening hours' }))
    const to = await field('Tuesday to')
    await userEvent.clear(to)
    await userEvent.type(to, '07:00')
    await save()
    const row = (await field('Tuesday to')).closest('li') ?? document.body
    expect(await within(row).findByText('Closing time must be after opening time')).toBeTruthy()
    expect(on.sent()).toEqual([])
  })
})

describe('A picture of oneself', () => {
  const jpeg = (size: number) => {
    const bytes = new Uint8Array(size)
    bytes.set([0xff, 0xd8, 0xff])
    return bytes
  }
  const choose = async (bytes: Uint8Array, name: string, type: string) =>
    userEvent.upload(
      await screen.findByLabelText('Choose a file: Your picture'),
      new File([bytes as BlobPart], name, { type }),
    )

  test('that is no image is refused by its content, whatever its name [R-VAL-36 R-VAL-37]', async () => {
    await openForm('edit')
    await choose(new TextEncoder().encode('MZ this is a program'), 'me.jpg', 'image/jpeg')
    expect(await screen.findByText('Only image files are allowed')).toBeTruthy()
  })
  test('of more than 1,500,000 bytes is refused, and making it smaller is offered [R-VAL-35 R-STATE-34 R-ERR-21]', async () => {
    await openForm('edit')
    await choose(jpeg(1_500_001), 'me.jpg', 'image/jpeg')
    expect(await screen.findByText('File size must be less than or equal to 1.5MB')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Make it smaller' })).toBeTruthy()
  })
  test('that is taken away leaves the keyboard at the button for another', async () => {
    await openForm('edit', world({ profile: sampleProfile({ avatarurl: '/media/me.webp' }) }))
    const button = await screen.findByRole('button', { name: 'Change' })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    expect(button.textContent).toBe('Choose a picture')
    expect(document.activeElement).toBe(button)
  })
  test('of exactly 1,500,000 bytes is not too large [R-VAL-35]', async () => {
    const file = new Blob([jpeg(1_500_000)])
    expect(await checkPicture(file)).toEqual({ file })
  })
})

test('A key pressed as an account update arrives is not undone by it [I11]', () => {
  const { local } = stage(nothing)
  const draft = { values: undefined, loaded: true, save: () => {}, clear: () => {} }
  const news = (version: number, fullname: string) => ({ version, fullname })
  let pressed = false
  const { result, rerender } = renderHook(
    ({ version, fullname }: ReturnType<typeof news>) => {
      const its = useEditForm({
        me: { version } as Me,
        now: { ...sampleProfile().fields, fullname },
        names: ['fullname'],
        picture: 'avatar',
        schema: z.looseObject({}),
        draft: draft as never,
      })
      // The button is pressed as soon as the screen shows the version.
      useLayoutEffect(() => {
        if (version === 1 || pressed) return
        pressed = true
        its.form.setValue('fullname', 'Ngozi E', { shouldDirty: true })
      })
      return its
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => <OnStage local={local}>{children}</OnStage>,
      initialProps: news(1, 'Ngozi Eze'),
    },
  )
  act(() => rerender(news(2, 'Ngozi Eze-Obi')))
  expect(pressed).toBe(true)
  expect(result.current.form.getValues('fullname')).toBe('Ngozi E')
  expect(result.current.form.getValues('base').version).toBe(2)
})
