import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { blogRoutes, type Video } from '#contract/blogs.ts'
import { BlogScreen } from '../../../src/features/blog/blog-screen.tsx'
import { newStage, show as showOn } from '../../support/saved-cars.tsx'
import type { Server } from '../../support/stage.tsx'

const videoOf = (n: number): Video => ({
  _id: `fakevideo${String(n).padStart(2, '0')}`,
  title: `Video ${n}`,
  published_at: '2026-02-01T00:00:00.000Z',
  poster: n === 1 ? '' : `/media/img_${String(n).padStart(32, '0')}/1280.webp`,
  blur: '',
})
const videos = (count: number) => Array.from({ length: count }, (_, i) => videoOf(i + 1))
const serverWith =
  (data: readonly Video[]): Server =>
  ({ path }) => {
    if (path === 'blogs/videos') return { body: { success: true, msg: 'Success', data } }
    if (path === 'blogs/list-blogs')
      return { body: { success: true, msg: 'Success', data: [], count_records: 0 } }
    return undefined
  }
const show = (on: ReturnType<typeof newStage>) => showOn(on, '/blog', <BlogScreen />)
const section = async () => within(await screen.findByRole('region', { name: 'Videos' }))
const play = async (title: string) =>
  userEvent.click((await section()).getByRole('button', { name: `Play the video: ${title}` }))
const frame = () => document.querySelector('iframe')

describe('The videos below the articles', () => {
  test('show posters and titles, and load nothing of the platform before a tap [R-BLOG-05]', async () => {
    show(newStage(serverWith(videos(2))))
    const shown = await section()
    expect(shown.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual([
      'Video 1',
      'Video 2',
    ])
    expect(shown.getAllByRole('button')).toHaveLength(2)
    const [poster] = document.querySelectorAll('section img')
    expect(poster?.getAttribute('src')).toBe('/media/img_00000000000000000000000000000002/1280.webp')
    expect(document.querySelector('iframe')).toBeNull()
    expect(document.body.innerHTML).not.toContain('youtube')
  })

  test('A tap opens the cookie-free player with focus; one video plays at a time [R-BLOG-05]', async () => {
    show(newStage(serverWith(videos(2))))
    await play('Video 1')
    expect(frame()?.getAttribute('src')).toBe(
      'https://www.youtube-nocookie.com/embed/fakevideo01?autoplay=1&rel=0',
    )
    expect(frame()?.getAttribute('title')).toBe('Video 1')
    expect(document.activeElement).toBe(frame())
    await play('Video 2')
    expect(document.querySelectorAll('iframe')).toHaveLength(1)
    expect(frame()?.getAttribute('title')).toBe('Video 2')
  })

  test('Where there are none the page does not speak of videos [R-BLOG-06]', async () => {
    const on = newStage(serverWith([]))
    show(on)
    await waitFor(() => expect(on.asked.map(({ path }) => path)).toContain('blogs/videos'))
    expect(await screen.findByText('No articles yet')).toBeTruthy()
    expect(screen.queryByText('Videos')).toBeNull()
  })

  test('The videos hide without signal and return with it; a playing one continues [R-BLOG-06]', async () => {
    const on = newStage(serverWith(videos(1)))
    show(on)
    await section()
    const lose = async () => {
      on.serve(() => undefined)
      for (let failed = 0; failed < 3; failed++) await act(() => on.local.settings.refresh())
    }
    await lose()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Videos' })).toBeNull())
    on.serve(serverWith(videos(1)))
    await act(() => on.local.ask(blogRoutes.listVideos))
    await play('Video 1')
    await lose()
    expect(frame()).not.toBeNull()
  })

  test('More than six wait behind a button that says how many there are', async () => {
    show(newStage(serverWith(videos(8))))
    const shown = await section()
    expect(shown.getAllByRole('heading', { level: 3 })).toHaveLength(6)
    await userEvent.click(shown.getByRole('button', { name: 'Show all 8 videos' }))
    expect(shown.getAllByRole('heading', { level: 3 })).toHaveLength(8)
  })

  test('Where the browser blocks the player a link leads to the video instead', async () => {
    show(newStage(serverWith(videos(1))))
    await play('Video 1')
    const event = Object.assign(new Event('securitypolicyviolation'), {
      blockedURI: 'https://www.youtube-nocookie.com/embed/fakevideo01',
    })
    fireEvent(document, event)
    const link = await screen.findByRole('link', { name: 'Watch on YouTube' })
    expect(link.getAttribute('href')).toBe('https://www.youtube.com/watch?v=fakevideo01')
    expect(frame()).toBeNull()
  })
})
