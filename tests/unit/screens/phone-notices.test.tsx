import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { OutdatedNotice } from '../../../src/app/status/phone-notices.tsx'
import { entryOf, openPretend } from '../../support/pretend.tsx'
import { samplePerson } from '../../support/shell.tsx'

const notice = async (name: string) => within(await screen.findByRole('region', { name }))
const deleted = 'This browser deleted what this phone had saved.'

describe('What the phone has to tell', () => {
  test('An eviction is reported in plain words until the person has read it [S16 I15]', async () => {
    const on = openPretend('/outbox', { views: { evicted: true } })
    const told = await notice(deleted)
    expect(
      told.getByText(/Your favourites are being fetched again; drafts that were only on this phone are gone/),
    ).toBeTruthy()
    fireEvent.click(told.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(on.calls('noteEviction')).toHaveLength(1))
    expect(screen.queryByRole('region', { name: deleted })).toBeNull()
  })

  test('Guest drafts are offered after signing in and adopted once the person agrees [S39]', async () => {
    const on = openPretend('/outbox', { person: samplePerson, views: { adoptable: 2 } })
    const told = await notice('2 drafts written before you signed in')
    fireEvent.click(told.getByRole('button', { name: 'Keep them with my account' }))
    await waitFor(() => expect(on.calls('adopt')).toHaveLength(1))
    expect(await screen.findByText('2 drafts kept with your account.')).toBeTruthy()
  })

  test('"Not now" leaves them where they are, and another draft asks anew [S39]', async () => {
    const on = openPretend('/outbox', { person: samplePerson, views: { adoptable: 1 } })
    fireEvent.click(
      (await notice('1 draft written before you signed in')).getByRole('button', { name: 'Not now' }),
    )
    await waitFor(() => expect(screen.queryByRole('region', { name: /written before/ })).toBeNull())
    expect(on.calls('adopt')).toEqual([])
    on.change({ adoptable: 2 })
    expect(await notice('2 drafts written before you signed in')).toBeTruthy()
  })

  test('A guest is not asked about the drafts of a guest [S39]', async () => {
    const on = openPretend('/outbox', { views: { adoptable: 1, evicted: true } })
    fireEvent.click((await notice(deleted)).getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(on.calls('noteEviction')).toHaveLength(1))
    expect(screen.queryByRole('region', { name: /written before/ })).toBeNull()
  })

  test('A page whose database a newer version took over asks to be loaded anew [S27 I16]', async () => {
    openPretend('/outbox', { views: { outdated: true } })
    expect((await notice('Reload to finish the update')).getByRole('button', { name: 'Reload' })).toBeTruthy()
  })

  test('It is loaded anew only on a tap [S27]', () => {
    const onReload = vi.fn<() => void>()
    render(<OutdatedNotice onReload={onReload} />)
    expect(onReload).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
    expect(onReload).toHaveBeenCalledOnce()
  })

  test('What happens to waiting things is said politely, and hearts are not spoken of', async () => {
    const heart = { kind: 'fav.set', payload: { carId: 'car-1', want: 'yes' }, id: 'heart' } as const
    const on = openPretend('/outbox', { outbox: [entryOf({ state: 'sending' }), entryOf(heart)] })
    const region = await waitFor(() => {
      const found = document.querySelector('output[aria-live=polite]')
      if (!found) throw new Error('not there yet')
      return found
    })
    on.change({ outbox: [entryOf({ state: 'conflict' }), entryOf({ ...heart, state: 'done' })] })
    await waitFor(() => expect(region.textContent).toContain('Changed on another device: Your message'))
    expect(region.textContent).not.toContain('favourites')
  })

  test.each(['fav.set', 'ad.create', 'ad.edit', 'ad.image.delete'] as const)(
    'A %s that the server refuses is said in the alert titled Error, once [R-ERR-04 R-ERR-05]',
    async (kind) => {
      const one = { id: 'mine', kind } as const
      const error = { code: 'forbidden', msg: 'This car is not yours.' } as const
      const old = entryOf({ id: 'old', kind, state: 'rejected', error: { ...error, msg: 'Last week.' } })
      const on = openPretend('/outbox', { outbox: [old, entryOf({ ...one, state: 'sending' })] })
      // The part of the app that listens loads when the first view is at rest.
      await waitFor(() => expect(document.querySelector('output[aria-live=polite]')).toBeTruthy())
      on.change({ outbox: [old, entryOf({ ...one, state: 'rejected', error })] })
      const alert = await screen.findByRole('alertdialog', { name: 'Error' })
      expect(alert.textContent).toContain('This car is not yours.')
      fireEvent.click(within(alert).getByRole('button', { name: 'OK' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      on.change({ outbox: [old, entryOf({ ...one, state: 'rejected', error, tries: 1 })] })
      expect(screen.queryByRole('alertdialog')).toBeNull()
    },
  )
})
