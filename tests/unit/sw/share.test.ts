import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { takeShared } from '../../../sw/share.ts'

// Node has no page URL that resolves a relative URL.
beforeEach(() => {
  vi.spyOn(Response, 'redirect').mockImplementation(
    (to) => new Response(null, { status: 303, headers: { location: String(to) } }),
  )
})
afterEach(() => vi.restoreAllMocks())

/** A phone with room for `room` photos, and with the photos of an older share. */
function phone(room: number) {
  const boxes = new Map([['shared-photos', new Map([['/handed-over/0', 'of another time']])]])
  const caches = {
    delete: (name: string) => Promise.resolve(boxes.delete(name)),
    open(name: string) {
      const box = boxes.get(name) ?? new Map<string, string>()
      boxes.set(name, box)
      return Promise.resolve({
        async put(key: string, reply: Response) {
          if (box.size >= room) throw new DOMException('full', 'QuotaExceededError')
          box.set(key, await reply.text())
        },
      })
    },
  }
  const laid = () => [...(boxes.get('shared-photos')?.values() ?? [])]
  const share = async (body: BodyInit) => {
    const request = new Request('https://example.test/post/ad/shared', { method: 'POST', body })
    const answer = await takeShared(request, caches as unknown as CacheStorage)
    return answer.headers.get('location')
  }
  return { laid, share }
}
const photos = (...names: string[]) => {
  const form = new FormData()
  for (const name of names) form.append('photos', new File([name], name, { type: 'image/jpeg' }))
  return form
}

describe('Photos that another app shares', () => {
  test('replace those of an earlier share, and the form is notified', async () => {
    const { laid, share } = phone(10)
    expect(await share(photos('a', 'b'))).toMatch(/\?shared=1$/)
    expect(laid()).toEqual(['a', 'b'])
  })
  test('are saved completely or not at all on a full phone [S15]', async () => {
    const { laid, share } = phone(1)
    expect(await share(photos('a', 'b'))).toMatch(/\?shared=none$/)
    expect(laid()).toEqual([])
  })
  test('that cannot be read leave nothing of another time to be taken for them', async () => {
    const { laid, share } = phone(10)
    expect(await share('no form')).toMatch(/\?shared=none$/)
    expect(laid()).toEqual([])
  })
})
