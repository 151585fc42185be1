import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { accountRoutes } from '#contract/users/account.ts'
import { testDriveRoutes } from '#contract/forms/test-drives.ts'
import { useCall, useFileCalls, useServerQuery } from '#local/react'
import { importRoutes } from '#contract/selling/import.ts'
import { samplePerson, tokenOf } from '../../support/shell.tsx'
import { nothing, OnStage, refused, stage, type Server } from '../../support/stage.tsx'

const path = 'users/sign-up'
const body = {
  fullname: 'Thandi Nkosi',
  email: 'thandi@example.test',
  password: 'three blue otters',
  province: 'Gauteng',
  city: 'Soweto',
  gsm: '821234567',
}
const done: Server = ({ path: at }) =>
  at === path ? { body: { success: true, msg: 'Please open the link.' } } : undefined

function calling(server: Server) {
  const on = stage(server)
  const { result } = renderHook(() => useCall(accountRoutes.signUp), {
    wrapper: ({ children }: { children: ReactNode }) => <OnStage local={on.local}>{children}</OnStage>,
  })
  return {
    ...on,
    call: result,
    run: (given = body) => act(() => result.current.run({ body: given })),
    keys: () =>
      on.asked.filter((call) => call.path === path).map((call) => call.headers['idempotency-key'] ?? ''),
  }
}

describe('A call that cannot wait for a signal', () => {
  test('It gives the answer of the server, as the contract describes it', async () => {
    const on = calling(done)
    expect(await on.run()).toEqual({ ok: true, body: { success: true, msg: 'Please open the link.' } })
    expect([on.call.current.busy, on.call.current.error]).toEqual([false, undefined])
  })

  test('A silent network gives an error code, and a retry is the same write', async () => {
    const on = calling(nothing)
    expect(await on.run()).toMatchObject({ ok: false, error: { code: 'network' } })
    expect(on.call.current.error?.code).toBe('network')
    on.serve(done)
    await on.run()
    await on.run()
    const [lost, again, anew] = on.keys()
    expect(lost).toBe(again)
    expect(anew).not.toBe(again)
  })

  test('Other words are another write', async () => {
    const on = calling(() => refused(422, 'validation_failed', 'No', { email: 'No' }))
    await on.run()
    await on.run({ ...body, email: 'other@example.test' })
    expect(new Set(on.keys()).size).toBe(2)
  })

  test('What throws inside is an error of ours, and the next call is free', async () => {
    const on = calling(() => {
      throw new Error('a bug')
    })
    const result = await on.run()
    expect(result?.ok).toBe(false)
    on.serve(done)
    expect((await on.run())?.ok).toBe(true)
  })

  test('Two taps in one moment are one call', async () => {
    const on = calling(done)
    const both = await act(() => Promise.all([on.call.current.run({ body }), on.call.current.run({ body })]))
    expect(both.map((result) => result?.ok)).toEqual([true, undefined])
    expect(on.keys()).toHaveLength(1)
  })
})

describe('A question that only the server answers', () => {
  function asking(server: Server) {
    const on = stage(server)
    const show = () =>
      renderHook(({ token }) => useServerQuery(testDriveRoutes.testDriveByLink, { params: { token } }), {
        initialProps: { token: 'a'.repeat(40) },
        wrapper: ({ children }: { children: ReactNode }) => <OnStage local={on.local}>{children}</OnStage>,
      })
    return { ...on, show }
  }

  test('A refusal is shown at once, and asked about again only when told to', async () => {
    const on = asking(() => refused(404, 'not_found', 'No such link'))
    const { result } = on.show()
    await waitFor(() => expect(result.current.error?.code).toBe('not_found'))
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    expect([on.asked.length, result.current.busy]).toEqual([1, false])
    act(() => result.current.refresh())
    await waitFor(() => expect(on.asked).toHaveLength(2))
  })

  test('The answer to one question is never shown for another', async () => {
    const on = asking(() => refused(404, 'not_found', 'No such link'))
    const { result, rerender } = on.show()
    await waitFor(() => expect(result.current.error?.code).toBe('not_found'))
    on.serve(nothing)
    rerender({ token: 'b'.repeat(40) })
    expect(result.current).toMatchObject({ error: undefined, busy: true })
    await waitFor(() => expect(result.current.error?.code).toBe('network'))
  })
})

test('A file of one person never goes out under the next one’s login', async () => {
  const held = new Map([['authentication-token', tokenOf(samplePerson)]])
  let renew = () => {}
  const renewed = new Promise<void>((go) => (renew = go))
  const on = stage(
    async ({ method }) => {
      if (method === 'GET') await renewed
      return { body: { success: true, msg: '', data: [] } }
    },
    {
      localStorage: {
        getItem: (key) => held.get(key) ?? null,
        setItem: (key, value) => void held.set(key, value),
        removeItem: (key) => void held.delete(key),
      },
    },
  )
  const { result } = renderHook(() => useFileCalls(importRoutes.listImports), {
    wrapper: ({ children }: { children: ReactNode }) => <OnStage local={on.local}>{children}</OnStage>,
  })
  const { send } = result.current
  const table = { file: new Blob(['Brand\nBMW\n'], { type: 'text/csv' }), key: 'k.0' }
  const sent = send(importRoutes.startImport, table)
  held.set('authentication-token', tokenOf({ ...samplePerson, id: 'other' }))
  held.set('motorkin-account', 'other')
  act(() => on.local.kick('focus'))
  expect(on.local.session.get().user?.id).toBe('other')
  renew()
  expect(await sent).toMatchObject({ ok: false, error: { code: 'unauthenticated' } })
  expect(await send(importRoutes.startImport, table)).toMatchObject({ ok: false })
  expect(on.asked.filter(({ path }) => path.startsWith('cars/import?'))).toEqual([])
  expect(on.asked.filter(({ method }) => method === 'POST')).toEqual([])
})
