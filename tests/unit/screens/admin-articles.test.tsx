import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { AdminArticles } from '../../../src/features/admin/articles/admin-articles.tsx'
import { AdminVideos } from '../../../src/features/admin/articles/admin-videos.tsx'
import { toArticleHtml, toTypedText } from '../../../src/features/admin/articles/article-editor.tsx'
import { settingsServer } from '../../support/shell.tsx'
import { type StageCall, OnStage, refused, type Reply, type Server, stage } from '../../support/stage.tsx'

const at = '2026-03-01T09:00:00.000Z'
const row = {
  _id: 'a',
  slug: 'stamps',
  title: 'Stamps',
  state: 'published',
  image: '',
  blur: '',
  updated_at: at,
}
const whole = { ...row, published_at: at, description: '<p>Look here.</p><h2>More</h2>' }
const video = {
  _id: 'fakevideo01',
  title: 'Meet it',
  published_at: at,
  poster: '',
  blur: '',
  source: 'operator',
}
const blog = {
  _id: 'a',
  title: 'T',
  slug: 's',
  image: '',
  blur: '',
  description: '',
  updated_at: at,
  time_ago: '',
}

function open(
  query = '',
  action: (asked: StageCall) => ReturnType<Server> = () => undefined,
  videos = false,
  article = whole,
) {
  window.history.replaceState(null, '', `/admin/articles${query}`)
  let videosLeft = [video]
  const on = stage(async (asked) => {
    const path = asked.path.replace('admin_master/', '')
    const ok = (more: object): Reply => ({ body: { success: true, msg: 'Saved.', ...more } })
    if (path === 'list-articles') return ok({ data: [{ ...row, published_at: at }], totalCount: 1 })
    if (path === 'article/stamps') return ok({ data: article })
    if (path === 'second-factor')
      return ok({ data: { set_up: true, open_seconds: 600, recovery_codes_left: 10 } })
    if (path === 'videos') return ok({ data: videosLeft })
    if (path === 'remove-video') videosLeft = []
    return (
      (await action(asked)) ??
      (path === 'save-blog'
        ? ok({ data: blog, published: true })
        : path === 'remove-video' || path === 'add-video'
          ? ok({ id: 'fakevideo02' })
          : settingsServer(asked))
    )
  })
  render(<OnStage local={on.local}>{videos ? <AdminVideos /> : <AdminArticles />}</OnStage>)
  const to = (path: string) =>
    on.asked.filter((asked) => asked.path === `admin_master/${path}`).map(({ body }) => body)
  return { ...on, to }
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('Articles in the admin area', () => {
  test('An article is written in plain paragraphs, seen before, and published [R-ROLE-20]', async () => {
    const on = open('?id=new')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Stamps')
    await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'First.{Enter}{Enter}<h2>Then</h2>')
    const preview = within(screen.getByRole('region', { name: 'Preview' }))
    expect(preview.getByRole('heading', { name: 'Then' })).toBeTruthy()
    await press('Publish now')
    expect(await screen.findByText('Saved.')).toBeTruthy()
    expect(on.to('save-blog')).toEqual([
      {
        id: expect.any(String) as string,
        title: 'Stamps',
        description: '<p>First.</p><h2>Then</h2>',
        image: '',
        published: true,
      },
    ])
    expect(window.location.search).toBe('')
  })

  test('What is typed while an article is being saved stays with it', async () => {
    let arrive: () => void = () => {}
    const arrived = new Promise<void>((done) => (arrive = done))
    const on = open('?id=new', async ({ path }) => {
      if (path.endsWith('save-blog')) await arrived
      return undefined
    })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Stamps')
    await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'First.')
    await press('Save as draft')
    await waitFor(() => expect(on.to('save-blog')).toHaveLength(1))
    await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), ' Second.')
    arrive()
    expect(await screen.findByText('Saved.')).toBeTruthy()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }).value).toBe('First. Second.')
    await press('Save as draft')
    await waitFor(() => expect(on.to('save-blog')).toHaveLength(2))
    expect(on.to('save-blog')[1]).toMatchObject({ slug: 's', description: '<p>First. Second.</p>' })
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  test('An admin who opens another article meanwhile stays with it', async () => {
    open('?id=new')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Stamps')
    await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'First.')
    fireEvent.click(screen.getByRole('button', { name: 'Publish now' }))
    act(() => navigate('/admin/articles?id=stamps'))
    expect(await screen.findByText('Saved.')).toBeTruthy()
    expect(location.search).toBe('?id=stamps')
  })

  test('A new article changed after a lost reply and a reload keeps its id', async () => {
    const on = open('?id=new', ({ path }) => {
      if (path.endsWith('save-blog')) throw new TypeError('Failed to fetch')
      return undefined
    })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Stamps')
    await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'First.')
    await press('Publish now')
    await screen.findByRole('alert')
    await waitFor(async () => {
      const engine = await on.local.load()
      expect(await engine.drafts.read('article:new')).toMatchObject({ text: 'First.' })
    })
    cleanup()
    render(
      <OnStage local={on.local}>
        <AdminArticles />
      </OnStage>,
    )
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
    expect(text.value).toBe('First.')
    await userEvent.type(text, ' Second.')
    await press('Publish now')
    await waitFor(() => expect(on.to('save-blog')).toHaveLength(2))
    const ids = on.to('save-blog').map((body) => (body as { id?: string }).id)
    expect(ids[0]).toMatch(/^[\w-]{8,64}$/)
    expect(ids[1]).toBe(ids[0])
    // After the form is cleared, the next save creates another article.
    await userEvent.clear(screen.getByRole('textbox', { name: 'Title' }))
    await userEvent.clear(screen.getByRole('textbox', { name: 'Text' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Tyres')
    await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'Third.')
    await press('Publish now')
    await waitFor(() => expect(on.to('save-blog')).toHaveLength(3))
    expect((on.to('save-blog')[2] as { id?: string }).id).not.toBe(ids[0])
  })

  test('A scheduled article needs a time, and errors show at their fields', async () => {
    const on = open('?id=new', ({ path }) =>
      path.endsWith('save-blog')
        ? refused(422, 'validation_failed', 'Please enter a title', { title: 'Please enter a title' })
        : undefined,
    )
    await press('Schedule')
    expect(await screen.findByText('Please choose when it appears')).toBeTruthy()
    expect(on.to('save-blog')).toEqual([])
    await userEvent.type(screen.getByLabelText('Appears at'), '2026-03-05T10:00')
    await press('Schedule')
    expect(await screen.findByText('Please enter a title')).toBeTruthy()
    expect(on.to('save-blog')).toMatchObject([{ published: true, publish_at: '2026-03-05T08:00:00.000Z' }])
  })

  test('An admin opens a published article with its text and unpublishes it', async () => {
    const on = open('?id=stamps')
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
    expect(text.value).toBe('Look here.\n\n<h2>More</h2>')
    await press('Unpublish')
    await waitFor(() => expect(on.to('save-blog')).toMatchObject([{ slug: 'stamps', published: false }]))
  })

  const image = `img_${'ab'.repeat(16)}`
  const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'stamps.jpg', { type: 'image/jpeg' })
  const choose = async (chosen: File) =>
    userEvent.upload(await screen.findByLabelText('Choose a file: Picture'), chosen, { applyAccept: false })
  const drawn = () => screen.getByRole('region', { name: 'Preview' }).querySelector('img')
  const keeps = ({ path }: StageCall): Reply =>
    path === 'admin_master/article-picture'
      ? { body: { success: true, msg: 'There.', data: { image, blur: '' } } }
      : undefined

  test('A picture is chosen, seen as readers will, and saved with the article [R-ROLE-20]', async () => {
    const on = open('?id=new', keeps)
    await choose(file)
    await waitFor(() => expect(drawn()?.getAttribute('src')).toBe(`/media/${image}/1280.webp`))
    await press('Save as draft')
    await waitFor(() => expect(on.to('save-blog')).toMatchObject([{ image }]))
    expect(on.to('article-picture')).toHaveLength(1)
  })

  test('The picture of an article is replaced and removed, and focus stays beside it', async () => {
    const on = open('?id=stamps', keeps, false, { ...whole, image: '/media/service-book/1280.webp' })
    await waitFor(() => expect(drawn()?.getAttribute('src')).toBe('/media/service-book/1280.webp'))
    await choose(file)
    await waitFor(() => expect(drawn()?.getAttribute('src')).toContain(image))
    await press('Remove')
    expect(drawn()).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a picture' }))
    await press('Save')
    await waitFor(() => expect(on.to('save-blog')).toMatchObject([{ slug: 'stamps', image: '' }]))
  })

  test('A picture’s error shows at its field, and text typed meanwhile stays', async () => {
    const words = 'This picture has too many pixels. Please use a smaller one.'
    let takes = false
    const on = open('?id=new', (asked) =>
      takes
        ? keeps(asked)
        : asked.path.endsWith('article-picture')
          ? refused(422, 'validation_failed', words, { image: words })
          : undefined,
    )
    const button = () => screen.getByRole('button', { name: 'Choose a picture' })
    const said = () => document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent
    await choose(new File(['GIF89a'], 'a.gif', { type: 'image/gif' }))
    await waitFor(() => expect(said()).toBe('Only JPEG, PNG and WebP pictures can be used.'))
    const large = new File(['x'], 'a.jpg')
    Object.defineProperty(large, 'size', { value: 30_000_001 })
    await choose(large)
    await waitFor(() => expect(said()).toBe('A picture may have 30 MB at most.'))
    expect(on.to('article-picture')).toEqual([])
    await choose(file)
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Typed on')
    await waitFor(() => expect(said()).toBe(words))
    takes = true
    await choose(file)
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), ' and on')
    await waitFor(() => expect(drawn()).not.toBeNull())
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Typed on and on')
  })

  test('What is typed is there again after the page was left', async () => {
    const on = open('?id=new')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Half a title')
    await waitFor(async () => {
      const engine = await on.local.load()
      expect(await engine.drafts.read('article:new')).toMatchObject({ title: 'Half a title' })
    })
  })

  test('A video is added, and what is missing is said at its field', async () => {
    const on = open('', undefined, true)
    await press('Add a video')
    const address = await screen.findByLabelText('YouTube address or id')
    await press('Add')
    expect(screen.getByText('Please enter the address of the video')).toBeTruthy()
    expect(document.activeElement).toBe(address)
    await userEvent.type(address, 'fakevideo02')
    await userEvent.type(screen.getByLabelText('Title'), 'Drive it')
    await press('Add')
    await waitFor(() => expect(on.to('add-video')).toEqual([{ address: 'fakevideo02', title: 'Drive it' }]))
    await waitFor(() => expect(on.to('videos')).toHaveLength(2))
  })

  test('A video is removed after a question', async () => {
    const on = open('', undefined, true)
    await press('Remove Meet it')
    await press('Remove')
    await waitFor(() => expect(on.to('remove-video')).toEqual([{ id: 'fakevideo01' }]))
    await waitFor(() => expect(on.to('videos')).toHaveLength(2))
    // The row is removed, together with the button that had the focus.
    const empty = await screen.findByText('There are no videos.')
    await waitFor(() => expect(document.activeElement).toBe(empty))
  })
})

test.each([
  '<p>One.</p><p>Two.</p>',
  '<p>One<br>line</p><h2>Head</h2><ul><li>a</li><li>b</li></ul><p>End <strong>here</strong></p>',
  '<blockquote><p>Said</p></blockquote><p>After</p>',
])('An article that is opened and saved stays as it was: %s', (html) => {
  expect(toArticleHtml(toTypedText(html))).toBe(html)
})
